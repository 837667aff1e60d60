import type { PageWords } from './page-words.ts';

export const sk: PageWords = {
  noData: 'Žiadne údaje',
  noDataFor: 'Žiadne údaje pre {values}',
  rowLimit: 'Zobrazuje sa len prvých {count} riadkov.',
  category: 'Kategória',
  other: 'Ostatné',
  negativeShares: 'Záporné hodnoty nemožno zobraziť ako podiely',
  onlyZeros: 'Všetky hodnoty sú nulové',
  up: 'nárast',
  down: 'pokles',
  unchanged: 'bez zmeny',
  points: '{number} p. b.',
  'time-limit': 'Trvalo to príliš dlho',
  parameters: 'Pre tieto hodnoty sa nedá zobraziť',
  connection: 'Údaje nie sú dostupné',
  failed: 'Toto sa nedá zobraziť',
  tryLater: 'Skúste to prosím neskôr.',
  closedTitle: 'Tento prehľad už nie je otvorený',
  closedText:
    'Váš prístup vypršal alebo bol ukončený. Vráťte sa do aplikácie a otvorte prehľad znova.',
  unavailableTitle: 'Tento prehľad momentálne nie je dostupný',
  unavailableText: 'Ďalší pokus o niekoľko sekúnd.',
};
