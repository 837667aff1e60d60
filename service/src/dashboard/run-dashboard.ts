import { DatabaseError, type ReadOptions, type RowSet } from '../database/database.ts';
import { allowManyListeners } from '../many-listeners.ts';
import { toNamedOffset, toNumberedSql } from '../database/named-parameters.ts';
import type { FindSource } from './dataset-sources.ts';
import type { DashboardDefinition, Dataset } from './definition.ts';

/** SQL parameters as GetToken received them, with names in lower case. */
export type SqlParameters = Readonly<Record<string, string>>;

/** The rows of a dataset, or its failure. */
export type DatasetResult = DatasetRows | FailedDataset;

/** The rows of a dataset that ran. */
export interface DatasetRows extends RowSet {
  /** Whether there are more rows than a dashboard may show. */
  truncated: boolean;
  /** The time from the start of the query, including its wait in the queue, to its last row. */
  durationMs: number;
}

/** A dataset that failed. The texts come from the database, so only the author may read them. */
export interface FailedDataset {
  failure: DatasetFailure;
  reason: string;
  /** The database's advice. */
  hint?: string;
  /** The offset in the SQL at which the database found the error. */
  offset?: number;
}

/**
 * The kind of a failure. `time-limit`: the query ran too long. `parameters`: a value does not fit its type.
 * `connection`: the database cannot be reached. `failed`: anything else.
 */
export type DatasetFailure = 'time-limit' | 'parameters' | 'connection' | 'failed';

/** The owner and the limits of a dashboard's queries. */
export type RunOptions = Required<ReadOptions>;

/**
 * Runs every dataset of a dashboard with the parameters as bound values. Never throws for a failed query. Queries that
 * are still waiting when the signal is aborted do not run.
 */
export async function runDashboard(
  findSource: FindSource,
  { datasets }: Pick<DashboardDefinition, 'datasets'>,
  parameters: SqlParameters,
  options: RunOptions,
): Promise<Map<string, DatasetResult>> {
  // All datasets may wait at the same time, each with a listener.
  allowManyListeners(options.signal);
  const results = Object.entries(datasets).map(async ([name, dataset]) => {
    return [name, await runDataset(findSource, dataset, parameters, options)] as const;
  });
  return new Map(await Promise.all(results));
}

async function runDataset(
  findSource: FindSource,
  dataset: Dataset,
  parameters: SqlParameters,
  { maxRows, ...options }: RunOptions,
): Promise<DatasetResult> {
  const source = findSource(dataset);
  if (!source) return { failure: 'connection', reason: 'There is no such data connection.' };
  const numbered = toNumberedSql(dataset.sql);
  const values = numbered.names.map((name) =>
    Object.hasOwn(parameters, name) ? parameters[name]! : null,
  );
  try {
    const limits = { ...options, maxRows: maxRows + 1 };
    const begunAt = performance.now();
    const { columns, rows } = await source.read(numbered.sql, values, limits);
    const durationMs = performance.now() - begunAt;
    return { columns, rows: rows.slice(0, maxRows), truncated: rows.length > maxRows, durationMs };
  } catch (error) {
    return { failure: toFailure(error), ...explain(error, dataset.sql) };
  }
}

function explain(error: unknown, sql: string): Omit<FailedDataset, 'failure'> {
  const reason = error instanceof Error ? error.message : '';
  if (!(error instanceof DatabaseError)) return { reason };
  const { offset, ...details } = error.details;
  return {
    reason,
    ...details,
    ...(offset !== undefined && { offset: toNamedOffset(sql, offset) }),
  };
}

/** SQLSTATE class 22 is "data exception": a parameter that cannot be cast. */
function toFailure(error: unknown): DatasetFailure {
  const code = error instanceof DatabaseError ? error.code : '';
  if (code === 'time-limit') return 'time-limit';
  // 28: the login is refused; 3D: there is no such database. The server's message names the login or the database.
  if (code === 'unavailable' || /^(28|3D)/.test(code)) return 'connection';
  return code.startsWith('22') ? 'parameters' : 'failed';
}
