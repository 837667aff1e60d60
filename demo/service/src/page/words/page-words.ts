import type { DatasetFailure } from '../../dashboard/run-dashboard.ts';

/** The fixed words of dashboard pages in one language: texts, not HTML. */
export interface PageWords extends Record<DatasetFailure, string> {
  /** In place of a tile without rows. */
  noData: string;
  /** The same if the page names SQL parameters. `{values}`: their values. */
  noDataFor: string;
  /** Below a chart or table that does not show all rows. `{count}`: the number of its rows. */
  rowLimit: string;
  /** The heading of a chart's categories, for screen readers. */
  category: string;
  /** The name of all small parts of a whole together. */
  other: string;
  /** In place of a pie or donut that has negative values. */
  negativeShares: string;
  /** In place of a pie or donut without a whole. */
  onlyZeros: string;
  /** In place of a chart that has one place for each date or name. */
  repeatedCategories: string;
  /** Below a chart whose value axis does not start at zero. `{value}`: its start. */
  axisStart: string;
  /** Below a chart that has no room for all names of its categories. `{count}` of `{total}`. */
  labelsShown: string;
  /** Below a chart that leaves out small parts. `{count}` of `{total}`. */
  partsShown: string;
  /** The time of the data. */
  asOf: string;
  /** The link to the rows of a tile. */
  csv: string;
  /** Before the change of a figure, for screen readers. */
  up: string;
  down: string;
  unchanged: string;
  /** The change of a percentage. `{number}`: percentage points, with one decimal place. */
  points: string;
  /** Below most failures. */
  tryLater: string;
  /** The page of a token that opens nothing. */
  closedTitle: string;
  closedText: string;
  /** The page while the database does not answer. */
  unavailableTitle: string;
  unavailableText: string;
}
