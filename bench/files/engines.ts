import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import type { DataSource, QueryOwner, Row } from '../../service/src/database/database.ts';
import { DuckdbPool } from '../../service/src/database/duckdb/duckdb-pool.ts';
import { PgliteReaders } from '../../service/src/database/postgres/pglite-readers.ts';
import { DASHBOARD, ORDERS, ROWS } from '../readers/dashboard.ts';

/** The time of the queries of one page on each engine, in milliseconds. */
export interface Engines {
  pglite: number[];
  parquet: number[];
  csv: number[];
  database: number[];
}

type Engine = keyof Engines;

/** The same rows as those of {@link ORDERS}. */
const ROWS_OF_DUCKDB = `
  SELECT date '2024-01-01' + (n % 730)::int AS day, 'Region ' || n % 8 AS region, 'City ' || n % 200 AS city,
    ((n * 7919 % 10000) / 100)::decimal(6, 2) AS amount
  FROM range(1, ${ROWS + 1}) AS numbers (n)`;
const LIMIT_MS = 600_000;
const MAX_ROWS = 1000;
const OWNER: QueryOwner = { companyId: 1, sessionId: 'reader', dashboardGuid: DASHBOARD.guid };

/** Measures the six queries of a page `count` times on each engine. Throws if two engines have different results. */
export async function measureEngines(count: number): Promise<Engines> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bench-files-')));
  const pglite = new PgliteReaders({ folder: null });
  const pools: DuckdbPool[] = [];
  const open = (path: string): DuckdbPool => {
    const pool = new DuckdbPool(path, { connections: 4, limitMs: LIMIT_MS });
    pools.push(pool);
    return pool;
  };
  try {
    await writeFiles(root);
    await pglite.execute(ORDERS);
    pglite.freeze();
    const sources: Record<Engine, DataSource> = {
      pglite,
      parquet: open(join(root, 'parquet')),
      csv: open(join(root, 'csv')),
      database: open(join(root, 'orders.duckdb')),
    };
    const times: Engines = { pglite: [], parquet: [], csv: [], database: [] };
    await assertEqual(Object.values(sources));
    // In turns, so that the load of the machine is the same for all.
    for (let page = 0; page < count; page += 1) {
      for (const [name, source] of Object.entries(sources)) {
        const startedAt = performance.now();
        await readPage(source);
        times[name as Engine].push(performance.now() - startedAt);
      }
    }
    return times;
  } finally {
    await Promise.all([pglite, ...pools].map((each) => each.close()));
    rmSync(root, { recursive: true });
  }
}

async function writeFiles(root: string): Promise<void> {
  for (const name of ['parquet', 'csv']) mkdirSync(join(root, name));
  const instance = await DuckDBInstance.create(join(root, 'orders.duckdb'));
  const connection = await instance.connect();
  await connection.run(`CREATE TABLE orders AS ${ROWS_OF_DUCKDB}`);
  await connection.run(`COPY orders TO '${root}/parquet/orders.parquet' (FORMAT parquet)`);
  await connection.run(`COPY orders TO '${root}/csv/orders.csv'`);
  connection.closeSync();
  instance.closeSync();
}

/** Runs the queries of the dashboard at once, as the service does for a page. */
function readPage(source: DataSource): Promise<Row[][]> {
  const { datasets } = DASHBOARD.definition;
  return Promise.all(
    Object.values(datasets).map(async ({ sql }) => {
      const { rows } = await source.read(sql, [], { maxRows: MAX_ROWS, owner: OWNER });
      return rows;
    }),
  );
}

/** Throws if the rows differ. A number may be a text, and a sum of a CSV file has the errors of floating point. */
async function assertEqual(sources: readonly DataSource[]): Promise<void> {
  const pages: string[] = [];
  for (const source of sources) {
    const results = await readPage(source);
    pages.push(results.map((rows) => rows.map(toText).toSorted().join('\n')).join('\n\n'));
  }
  if (new Set(pages).size > 1) throw new Error('The engines have different results.');
}

function toText(row: Row): string {
  const texts = Object.values(row).map((value) => {
    const number = Number(value);
    return Number.isNaN(number) ? String(value) : number.toFixed(2);
  });
  return texts.join();
}
