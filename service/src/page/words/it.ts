import type { PageWords } from './page-words.ts';

export const it: PageWords = {
  noData: 'Nessun dato',
  noDataFor: 'Nessun dato per {values}',
  rowLimit: 'Sono mostrate solo le prime {count} righe.',
  category: 'Categoria',
  other: 'Altro',
  negativeShares: 'I valori negativi non si possono mostrare come quote',
  onlyZeros: 'Tutti i valori sono zero',
  repeatedCategories:
    'Questo grafico non può mostrare più valori per la stessa data o lo stesso nome',
  axisStart: 'L’asse inizia da {value}.',
  labelsShown: '{count} etichette visualizzate su {total}.',
  partsShown: 'I {count} più grandi su {total} sono visualizzati.',
  asOf: 'Dati del {time}',
  csv: 'CSV',
  up: 'aumento',
  down: 'calo',
  unchanged: 'nessuna variazione',
  points: '{number} p.p.',
  'time-limit': 'Il caricamento ha richiesto troppo tempo',
  parameters: 'Impossibile visualizzare con questi valori',
  connection: 'I dati non sono raggiungibili',
  failed: 'Impossibile visualizzare',
  tryLater: 'Riprova più tardi.',
  closedTitle: 'Questa dashboard non è più aperta',
  closedText:
    'L’accesso è scaduto o è stato terminato. Torna all’applicazione e apri di nuovo la dashboard.',
  unavailableTitle: 'Questa dashboard non è al momento disponibile',
  unavailableText: 'Nuovo tentativo tra pochi secondi.',
};
