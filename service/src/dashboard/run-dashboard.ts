import {
  DatabaseError,
  type DataSource,
  type LockedValues,
  type ReadOptions,
  type RowSet,
} from '../database/database.ts';
import { allowManyListeners } from '../process/many-listeners.ts';
import type { BoundValues } from '../database/bound-values.ts';
import type { BoundSql } from '../database/dialect.ts';
import { type FailedDataset, toFailure } from './dataset-failure.ts';
import { type DatasetTotals, findTotals, readTotals, type WantedTotals } from './dataset-totals.ts';
import { type DashboardDefinition, type Dataset, toDatasets } from './definition.ts';
import { findRepeatedColumns } from './repeated-columns.ts';

/** Returns the database of a dataset; `null` if its connection was removed, or is no longer allowed. */
export type FindSource = (dataset: Dataset) => DataSource | null;

/** SQL parameters as GetToken received them, with names in lower case. */
export type SqlParameters = LockedValues;

/** The rows of a dataset, or its failure. */
export type DatasetResult = DatasetRows | FailedDataset;

/** The rows of a dataset that ran. It has totals of all rows if there are more rows than shown. */
export interface DatasetRows extends RowSet, DatasetTotals {
  /** Whether there are more rows than a dashboard may show. */
  truncated: boolean;
  /** The time from the start of the query, including its wait in the queue, to its last row. */
  durationMs: number;
}

/** The default of the largest number of rows of a dataset. */
export const MAX_ROWS = 1000;

const NO_TOTALS: WantedTotals = { columns: [], histograms: [] };

/** The owner and the limits of a dashboard's queries. */
export type RunOptions = Required<Omit<ReadOptions, 'cancel' | 'onStart' | 'dataset'>> & {
  /** Whether the rows are counted if there are too many. Default: false. */
  countsRows?: boolean;
};

/** The datasets to run, and the tiles whose totals are needed if there are too many rows. */
export type DatasetsToRun = Pick<DashboardDefinition, 'datasets' | 'tiles'>;

/** The results of datasets by name. They arrive in any order, and none is rejected. */
export type AwaitedResults = ReadonlyMap<string, Promise<DatasetResult>>;

/**
 * Starts every dataset of a dashboard with the parameters as bound values, in the order of the tiles. Queries that are
 * still waiting when the signal is aborted do not run.
 */
export function beginDashboard(
  findSource: FindSource,
  { datasets, tiles }: DatasetsToRun,
  values: BoundValues,
  options: RunOptions,
): AwaitedResults {
  // All datasets may wait at the same time, each with a listener.
  allowManyListeners(options.signal);
  const shown = tiles.flatMap(toDatasets).filter((name) => Object.hasOwn(datasets, name));
  const names = new Set([...shown, ...Object.keys(datasets)]);
  const begin = (name: string): Promise<DatasetResult> =>
    runDataset(
      findSource,
      { name, select: datasets[name]!, values },
      options,
      findTotals(tiles, name),
    );
  return new Map(Array.from(names, (name) => [name, begin(name)]));
}

/** A SELECT with its name for operators, and the values of its parameters. */
export interface NamedSelect {
  name: string;
  select: Dataset;
  values: BoundValues;
}

/** Runs one SELECT. Never throws for a failed query. */
export async function runDataset(
  findSource: FindSource,
  { name: dataset, select, values }: NamedSelect,
  { maxRows, countsRows = false, ...options }: RunOptions,
  wanted = NO_TOTALS,
): Promise<DatasetResult> {
  const source = findSource(select);
  if (!source) return { failure: 'connection', reason: 'There is no such data connection.' };
  const { dialect } = source;
  const bound = dialect.bind(select.sql, values);
  try {
    const limits = { ...options, dataset, maxRows: maxRows + 1 };
    const begunAt = performance.now();
    const { columns, rows } = await source.read(bound.sql, bound.values, limits);
    const repeated = findRepeatedColumns(columns);
    if (repeated) return repeated;
    const durationMs = performance.now() - begunAt;
    const truncated = rows.length > maxRows;
    const shown = { columns, rows: rows.slice(0, maxRows), truncated, durationMs };
    if (!truncated) return shown;
    const totals = await readTotals(bound.sql, { ...wanted, countsRows }, shown, {
      dialect,
      read: (sql, most) => source.read(sql, bound.values, { ...options, dataset, maxRows: most }),
    });
    return { ...shown, ...totals };
  } catch (error) {
    return { failure: toFailure(error), ...explain(error, bound) };
  }
}

function explain(error: unknown, bound: BoundSql): Omit<FailedDataset, 'failure'> {
  const reason = error instanceof Error ? error.message : '';
  if (!(error instanceof DatabaseError)) return { reason };
  const { offset, ...details } = error.details;
  return {
    reason,
    ...details,
    ...(offset !== undefined && { offset: bound.toNamedOffset(offset) }),
  };
}
