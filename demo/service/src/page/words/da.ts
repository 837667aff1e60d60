import type { PageWords } from './page-words.ts';

export const da: PageWords = {
  noData: 'Ingen data',
  noDataFor: 'Ingen data for {values}',
  rowLimit: 'Kun de første {count} rækker vises.',
  category: 'Kategori',
  other: 'Andet',
  negativeShares: 'Negative værdier kan ikke vises som andele',
  onlyZeros: 'Alle værdier er nul',
  up: 'stigning',
  down: 'fald',
  unchanged: 'uændret',
  points: '{number} procentpoint',
  'time-limit': 'Det tog for lang tid',
  parameters: 'Det kan ikke vises for disse værdier',
  connection: 'Dataene er ikke tilgængelige',
  failed: 'Dette kan ikke vises',
  tryLater: 'Prøv igen senere.',
  closedTitle: 'Dette dashboard er ikke længere åbent',
  closedText:
    'Din adgang er udløbet eller blevet afsluttet. Gå tilbage til programmet, og åbn dashboardet igen.',
  unavailableTitle: 'Dette dashboard er ikke tilgængeligt lige nu',
  unavailableText: 'Prøver igen om et par sekunder.',
};
