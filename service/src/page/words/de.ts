import type { PageWords } from './page-words.ts';

export const de: PageWords = {
  noData: 'Keine Daten',
  noDataFor: 'Keine Daten für {values}',
  rowLimit: 'Nur die ersten {count} Zeilen werden angezeigt.',
  category: 'Kategorie',
  other: 'Sonstige',
  negativeShares: 'Negative Werte lassen sich nicht als Anteile darstellen',
  onlyZeros: 'Alle Werte sind null',
  repeatedCategories:
    'Dieses Diagramm kann nicht mehrere Werte für ein Datum oder einen Namen zeigen',
  axisStart: 'Die Achse beginnt bei {value}.',
  labelsShown: '{count} von {total} Beschriftungen werden angezeigt.',
  partsShown: 'Die größten {count} von {total} werden angezeigt.',
  asOf: 'Stand: {time}',
  csv: 'CSV',
  up: 'Anstieg',
  down: 'Rückgang',
  unchanged: 'unverändert',
  points: '{number} Prozentpunkte',
  'time-limit': 'Das hat zu lange gedauert',
  parameters: 'Mit diesen Werten ist keine Anzeige möglich',
  connection: 'Die Daten sind nicht erreichbar',
  failed: 'Das kann nicht angezeigt werden',
  tryLater: 'Bitte versuchen Sie es später erneut.',
  closedTitle: 'Dieses Dashboard ist nicht mehr geöffnet',
  closedText:
    'Ihr Zugang ist abgelaufen oder wurde beendet. Gehen Sie zurück zur Anwendung und öffnen Sie das Dashboard erneut.',
  unavailableTitle: 'Dieses Dashboard ist gerade nicht verfügbar',
  unavailableText: 'Neuer Versuch in wenigen Sekunden.',
};
