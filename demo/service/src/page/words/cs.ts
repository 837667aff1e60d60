import type { PageWords } from './page-words.ts';

export const cs: PageWords = {
  noData: 'Žádná data',
  noDataFor: 'Žádná data pro {values}',
  rowLimit: 'Zobrazuje se jen prvních {count} řádků.',
  category: 'Kategorie',
  other: 'Ostatní',
  negativeShares: 'Záporné hodnoty nelze zobrazit jako podíly',
  onlyZeros: 'Všechny hodnoty jsou nulové',
  up: 'nárůst',
  down: 'pokles',
  unchanged: 'beze změny',
  points: '{number} p. b.',
  'time-limit': 'Trvalo to příliš dlouho',
  parameters: 'Pro tyto hodnoty nelze zobrazit',
  connection: 'Data nejsou dostupná',
  failed: 'Toto nelze zobrazit',
  tryLater: 'Zkuste to prosím později.',
  closedTitle: 'Tento přehled už není otevřený',
  closedText:
    'Váš přístup vypršel nebo byl ukončen. Vraťte se do aplikace a otevřete přehled znovu.',
  unavailableTitle: 'Tento přehled teď není dostupný',
  unavailableText: 'Další pokus za několik sekund.',
};
