import type { PageWords } from './page-words.ts';

export const en: PageWords = {
  noData: 'No data',
  noDataFor: 'No data for {values}',
  rowLimit: 'Only the first {count} rows are shown.',
  category: 'Category',
  other: 'Other',
  negativeShares: 'Negative values can’t be shown as shares',
  onlyZeros: 'All values are zero',
  up: 'up',
  down: 'down',
  unchanged: 'unchanged',
  points: '{number} pts',
  'time-limit': 'This took too long',
  parameters: 'This can’t be shown for these values',
  connection: 'The data can’t be reached',
  failed: 'This can’t be shown',
  tryLater: 'Please try again later.',
  closedTitle: 'This dashboard is no longer open',
  closedText:
    'Your access has expired or was ended. Go back to the application and open the dashboard again.',
  unavailableTitle: 'This dashboard isn’t available right now',
  unavailableText: 'Trying again in a few seconds.',
};
