import type { Bench, Goal, Table } from '../results.ts';
import { median, toMedianWithInterval } from '../statistics.ts';
import { type Engines, measureEngines } from './engines.ts';

const TIMES_FASTER = 10;

/** Measures the queries of a dashboard on files with DuckDB, and on PGlite. All share this machine. */
export const bench: Bench = async ({ isQuick }) => {
  const engines = await measureEngines(isQuick ? 2 : 15);
  return {
    title: 'Files with DuckDB',
    about:
      'The six queries of a dashboard, at once, as for one reader. Each reads a table of a million rows. The service’s own data in PGlite are compared to the same rows in a Parquet file, a CSV file and a database file of DuckDB. The processes and threads run before the first measurement, and no result is used again.',
    goals: [toGoal(engines)],
    tables: [toTable(engines)],
    raw: engines,
  };
};

function toGoal({ pglite, parquet }: Engines): Goal {
  const times = median(pglite) / median(parquet);
  return {
    name: 'a Parquet file, compared to PGlite',
    goal: `≥ ${TIMES_FASTER} × as fast`,
    measured: `${times.toFixed(1)} ×`,
    isMet: times >= TIMES_FASTER,
  };
}

function toTable({ pglite, parquet, csv, database }: Engines): Table {
  const rows: [name: string, values: readonly number[]][] = [
    ['PGlite', pglite],
    ['DuckDB, Parquet file', parquet],
    ['DuckDB, CSV file', csv],
    ['DuckDB, database file', database],
  ];
  return {
    columns: ['engine', 'ms for six queries: median (interval)', 'compared to PGlite'],
    rows: rows.map(([name, values]) => [
      name,
      toMedianWithInterval(values, 0),
      `${(median(pglite) / median(values)).toFixed(1)} ×`,
    ]),
  };
}
