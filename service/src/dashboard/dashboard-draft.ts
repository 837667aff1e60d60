import type { ColumnType } from '../values/column-type.ts';
import type { Dashboard, DashboardDefinition, Dataset } from './definition.ts';
import { type CategoryFormat, NO_CURRENCY } from '../values/value-style.ts';

/** A dataset with its name. While a draft is edited, two datasets may have the same name. */
export interface DraftDataset extends Dataset {
  name: string;
}

/** A dashboard as its author edits it, and as the editor sends it. */
export interface DashboardDraft extends Omit<DashboardDefinition, 'datasets'> {
  title: string;
  datasets: DraftDataset[];
}

/** A fault of a draft. */
export interface DraftProblem {
  /** The place of the fault: `title`, `datasets.0.sql`, `tiles.2.series.0.column`. */
  path: string;
  /** The fault and its remedy. */
  message: string;
  /** The offset in an SQL text at which the database found the fault. */
  offset?: number;
}

/** The columns of a dataset that ran, even if it has no rows. */
export interface DatasetColumns {
  names: readonly string[];
  types: Readonly<Record<string, ColumnType>>;
  /** The columns whose values are all numbers. */
  numbers: readonly string[];
  /** The columns whose numbers are years or codes. */
  plain: readonly string[];
  /** The columns whose values add up, as the SQL shows. Missing while the SQL is unknown. */
  sums?: readonly string[];
  /** Missing while they are unknown. */
  facts?: DatasetFacts;
}

/** The facts about the rows of a dataset that decide which tiles suit them. */
export interface DatasetFacts {
  rowCount: number;
  columns: Readonly<Record<string, ColumnFacts>>;
  /** The fewest columns, at most three, that identify a row. Decimal numbers are none. Empty if there are none. */
  key: readonly string[];
}

/** The facts about the values of a column. NULL does not count. */
export interface ColumnFacts {
  /** The number of different values. */
  count: number;
  /** The number of rows with a value. */
  filled: number;
  /** The letters of the longest value. */
  longest: number;
  /** The ends and the median, if all values are numbers. */
  range?: { least: number; middle: number; most: number };
  /** The format of dates and years, by their distances. */
  dateFormat?: CategoryFormat;
}

/** The draft of a new dashboard. */
export const EMPTY_DRAFT: DashboardDraft = {
  title: '',
  subtitle: '',
  // Nobody knows the currency of the data before the author chooses one.
  currency: NO_CURRENCY,
  shownParameters: [],
  requiredParameters: [],
  datasets: [{ name: 'data', sql: '' }],
  tiles: [],
};

/** Returns a saved dashboard as a draft. */
export function toDraft({
  title,
  definition,
}: Pick<Dashboard, 'title' | 'definition'>): DashboardDraft {
  const { datasets, ...rest } = definition;
  const named = Object.entries(datasets).map(([name, dataset]) => Object.assign({ name }, dataset));
  return { title, ...rest, datasets: named };
}

/**
 * Returns the paths of fields in a definition that no definition has: a draft has them for the title of the dashboard, and
 * for the names of its datasets.
 */
export function findReservedFields(definition: DashboardDefinition): string[][] {
  const named = Object.entries(definition.datasets).filter(([, dataset]) => 'name' in dataset);
  return [
    ...('title' in definition ? [['title']] : []),
    ...named.map(([name]) => ['datasets', name, 'name']),
  ];
}

/** Returns a draft as a dashboard. The names of its datasets must be different. */
export function toDashboard({
  title,
  datasets,
  ...rest
}: DashboardDraft): Pick<Dashboard, 'title' | 'definition'> {
  const unnamed = datasets.map(({ name, ...dataset }) => [name, dataset] as const);
  return { title, definition: { ...rest, datasets: Object.fromEntries(unnamed) } };
}
