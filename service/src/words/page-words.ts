import type { DatasetFailure } from '../dashboard/dataset-failure.ts';

/** The fixed words of dashboard pages in one language. They are plain text, not HTML. */
export interface PageWords extends Record<DatasetFailure, string> {
  /** Replaces the content of a tile without rows. */
  noData: string;
  /** Replaces the content of a tile without rows if the page shows SQL parameters. `{values}`: their values. */
  noDataFor: string;
  /** Note below a chart or table that does not show all rows. `{count}`: the number of its rows. */
  rowLimit: string;
  /** The headings of a table's last rows: the sum and the average of a column. */
  sum: string;
  average: string;
  /** Note below a truncated table whose totals the database could not compute. */
  noTotals: string;
  /** Replaces a histogram, and follows the label of a reference line, that the database could not compute over all rows. */
  tooManyRows: string;
  /** The headings of a histogram's table: the limits of a bar, and its number of rows. The last one is on the axis, too. */
  from: string;
  to: string;
  count: string;
  /** Note below a histogram: the number of rows without a value. `{count}`. */
  missing: string;
  /** The heading of a chart's categories, for screen readers. */
  category: string;
  /** The name of the combined small parts of a whole. */
  other: string;
  /** Replaces a pie or donut that has negative values. */
  negativeShares: string;
  /** Replaces a pie or donut whose values are all zero. */
  onlyZeros: string;
  /** Replaces a chart that needs exactly one value for each date or name. */
  repeatedCategories: string;
  /** Note below a chart whose value axis does not start at zero. `{value}`: the start of the axis. */
  axisStart: string;
  /** Note below a chart whose axis has times. */
  utcTimes: string;
  /** A quarter of a year in short, as in Unicode's CLDR. `{quarter}`: 1 to 4. */
  quarter: string;
  /** Note below a chart that has no room for all names of its categories. `{count}` of `{total}`. */
  labelsShown: string;
  /** Note below a chart that omits small parts. `{count}` of `{total}`. */
  partsShown: string;
  /** Note below a chart that omits old dates or years. `{count}` of `{total}`. */
  newestShown: string;
  /** The time of the data. */
  asOf: string;
  /** The link to the rows of a tile. */
  csv: string;
  /** The link to the rows of all tiles. */
  zip: string;
  /** The link to the picture of a tile. `{format}`: SVG or PNG. */
  picture: string;
  /** The name of a tile's menu. */
  menu: string;
  /** Menu items: the pages with the rows of a tile as a table, and with the tile in the full width. */
  showRows: string;
  fullSize: string;
  /** The button that closes a dialog. */
  close: string;
  /** The link from a page with one tile, or without data, to the dashboard. */
  back: string;
  /** The title of the page in place of a file that the author does not offer. */
  noDownloads: string;
  /** The direction of a figure's change, for screen readers. */
  up: string;
  down: string;
  unchanged: string;
  /** The change of a percentage. `{number}`: percentage points, with one decimal place. */
  points: string;
  /** The value that a figure should reach. The value follows. */
  target: string;
  /** Advice below most failures, and the button that loads the tile again. */
  tryLater: string;
  retry: string;
  /** The name of the form with the filters. */
  filters: string;
  /** The value of a filter that is not set. */
  all: string;
  /** The name of the empty text in a list, in parentheses. */
  empty: string;
  /** Note in a list that has only its first choices. `{count}` of `{total}`, or `{count}` if nobody knows how many there are. */
  choicesShown: string;
  firstShown: string;
  /** Follows that note: the search looks through the whole list. */
  searchFindsAll: string;
  /** Replaces the choices if a search finds none. */
  noneFound: string;
  /** The button that loads the page with the chosen values. */
  apply: string;
  /** The link that removes all choices. */
  reset: string;
  /** The news of changed tiles, for screen readers. */
  updated: string;
  /** The name of the field that searches a list of choices. */
  search: string;
  /** Note below the filters: choices of the address were left out, because the dashboard does not offer them. */
  cutChoices: string;
  /** The page for choices that the dashboard does not offer, and its link to the dashboard. */
  badChoiceTitle: string;
  withoutFilters: string;
  /** The page of a token that opens nothing. */
  closedTitle: string;
  closedText: string;
  /** The page while the database does not answer. */
  unavailableTitle: string;
  unavailableText: string;
}
