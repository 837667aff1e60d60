import { DatabaseError, type DataSource, type Row } from '../database/database.ts';
import { toNumberedSql } from '../database/named-parameters.ts';
import type { DashboardDefinition } from './definition.ts';

/** SQL parameters as GetToken received them: names in lower case. */
export type SqlParameters = Readonly<Record<string, string>>;

/** What a dataset came to: its rows, or why there are none. */
export type DatasetResult = { rows: Row[]; truncated: boolean } | { failure: DatasetFailure };

/** `time-limit`: it ran too long; `parameters`: a value does not fit its type; `failed`: anything else. */
export type DatasetFailure = 'time-limit' | 'parameters' | 'failed';

/**
 * Runs every dataset of a dashboard with the parameters as bound values. Never throws for a failed query.
 * What has not begun when `signal` is aborted is not run.
 */
export async function runDashboard(
  source: DataSource,
  { datasets }: DashboardDefinition,
  parameters: SqlParameters,
  maxRows: number,
  signal: AbortSignal,
): Promise<Map<string, DatasetResult>> {
  const results = Object.entries(datasets).map(async ([name, { sql }]) => {
    return [name, await runDataset(source, sql, parameters, maxRows, signal)] as const;
  });
  return new Map(await Promise.all(results));
}

async function runDataset(
  source: DataSource,
  sql: string,
  parameters: SqlParameters,
  maxRows: number,
  signal: AbortSignal,
): Promise<DatasetResult> {
  const numbered = toNumberedSql(sql);
  const values = numbered.names.map((name) =>
    Object.hasOwn(parameters, name) ? parameters[name]! : null,
  );
  try {
    const rows = await source.read(numbered.sql, values, maxRows + 1, signal);
    return { rows: rows.slice(0, maxRows), truncated: rows.length > maxRows };
  } catch (error) {
    return { failure: toFailure(error) };
  }
}

/** SQLSTATE class 22 is "data exception": a parameter that cannot be read as what its cast says. */
function toFailure(error: unknown): DatasetFailure {
  const code = error instanceof DatabaseError ? error.code : '';
  if (code === 'time-limit') return 'time-limit';
  return code.startsWith('22') ? 'parameters' : 'failed';
}
