import type { PageWords } from './page-words.ts';

export const nl: PageWords = {
  noData: 'Geen gegevens',
  noDataFor: 'Geen gegevens voor {values}',
  rowLimit: 'Alleen de eerste {count} rijen worden getoond.',
  category: 'Categorie',
  other: 'Overig',
  negativeShares: 'Negatieve waarden kunnen niet als aandelen worden getoond',
  onlyZeros: 'Alle waarden zijn nul',
  up: 'stijging',
  down: 'daling',
  unchanged: 'ongewijzigd',
  points: '{number} procentpunt',
  'time-limit': 'Dit duurde te lang',
  parameters: 'Dit kan niet worden getoond voor deze waarden',
  connection: 'De gegevens zijn niet bereikbaar',
  failed: 'Dit kan niet worden getoond',
  tryLater: 'Probeer het later opnieuw.',
  closedTitle: 'Dit dashboard is niet meer geopend',
  closedText:
    'Uw toegang is verlopen of beëindigd. Ga terug naar de applicatie en open het dashboard opnieuw.',
  unavailableTitle: 'Dit dashboard is momenteel niet beschikbaar',
  unavailableText: 'Over enkele seconden wordt het opnieuw geprobeerd.',
};
