import type { PageWords } from './page-words.ts';

export const nb: PageWords = {
  noData: 'Ingen data',
  noDataFor: 'Ingen data for {values}',
  rowLimit: 'Bare de første {count} radene vises.',
  category: 'Kategori',
  other: 'Annet',
  negativeShares: 'Negative verdier kan ikke vises som andeler',
  onlyZeros: 'Alle verdier er null',
  up: 'økning',
  down: 'nedgang',
  unchanged: 'uendret',
  points: '{number} prosentpoeng',
  'time-limit': 'Dette tok for lang tid',
  parameters: 'Dette kan ikke vises for disse verdiene',
  connection: 'Dataene er ikke tilgjengelige',
  failed: 'Dette kan ikke vises',
  tryLater: 'Prøv igjen senere.',
  closedTitle: 'Dette dashbordet er ikke lenger åpent',
  closedText:
    'Tilgangen din er utløpt eller avsluttet. Gå tilbake til programmet og åpne dashbordet på nytt.',
  unavailableTitle: 'Dette dashbordet er ikke tilgjengelig akkurat nå',
  unavailableText: 'Prøver igjen om noen sekunder.',
};
