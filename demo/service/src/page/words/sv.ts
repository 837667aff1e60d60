import type { PageWords } from './page-words.ts';

export const sv: PageWords = {
  noData: 'Inga data',
  noDataFor: 'Inga data för {values}',
  rowLimit: 'Endast de första {count} raderna visas.',
  category: 'Kategori',
  other: 'Övrigt',
  negativeShares: 'Negativa värden kan inte visas som andelar',
  onlyZeros: 'Alla värden är noll',
  up: 'ökning',
  down: 'minskning',
  unchanged: 'oförändrat',
  points: '{number} procentenheter',
  'time-limit': 'Det tog för lång tid',
  parameters: 'Det går inte att visa för dessa värden',
  connection: 'Data kan inte nås',
  failed: 'Det går inte att visa',
  tryLater: 'Försök igen senare.',
  closedTitle: 'Den här instrumentpanelen är inte längre öppen',
  closedText:
    'Din åtkomst har gått ut eller avslutats. Gå tillbaka till programmet och öppna instrumentpanelen igen.',
  unavailableTitle: 'Den här instrumentpanelen är inte tillgänglig just nu',
  unavailableText: 'Nytt försök om några sekunder.',
};
