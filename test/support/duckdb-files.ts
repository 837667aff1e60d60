import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { onTestFinished } from 'vitest';
import type { DataPool } from '../../service/src/database/data-engine.ts';
import { parseDataAddress } from '../../service/src/database/data-sources.ts';
import { PATIENCE_MS } from './patience.mjs';

const ROWS = `SELECT range::int AS id, ['North', 'South'][1 + range % 2] AS region,
    date '2024-01-01' + range::int AS day, (range * 1.25)::decimal(18, 2) AS amount,
    9007199254740993 + range AS big, timestamptz '2024-07-01 12:00:00+02' AS at
  FROM range(10)`;

/** Calls a function after the test, or later. */
type OnEnd = (end: () => void | Promise<void>) => void;

/** Returns the real path of a new folder. It is removed after the test. */
export function createFolder(onEnd: OnEnd = onTestFinished): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'duckdb-files-')));
  onEnd(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Returns a new folder with the tables `sales` (Parquet) and `Net amounts` (CSV). It is removed after the test. */
export async function createTables(onEnd?: OnEnd): Promise<string> {
  const folder = createFolder(onEnd);
  await runDuckdb(
    `COPY (${ROWS}) TO '${folder}/sales.parquet' (FORMAT parquet);
     COPY (${ROWS}) TO '${folder}/Net amounts.csv'`,
  );
  return folder;
}

/** Returns the path of a new database file with the table `sales`. It is removed after the test. */
export async function createDatabaseFile(onEnd?: OnEnd): Promise<string> {
  const folder = createFolder(onEnd);
  const path = join(folder, 'sales.duckdb');
  await runDuckdb(`CREATE TABLE sales AS ${ROWS}`, path);
  return path;
}

/** Runs statements with DuckDB, on a database file or in memory. */
export async function runDuckdb(sql: string, path = ':memory:'): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

/** Opens a file or a folder. The pool is closed after the test. */
export function openPool(
  path: string,
  limitMs = PATIENCE_MS,
  onEnd: OnEnd = onTestFinished,
): DataPool {
  const address = parseDataAddress(`duckdb:${path}`, { server: () => false, file: (each) => each });
  const pool = address!.open({ connections: 4, limitMs });
  onEnd(() => pool.close());
  return pool;
}
