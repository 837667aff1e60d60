import type { Blob } from 'node:buffer';
import {
  PGlite,
  type QueryOptions,
  type Results,
  types,
  type Transaction,
} from '@electric-sql/pglite';
import { CRASHED, type Row } from '../database.ts';
import type { DriverDetails } from './cursor.ts';
import {
  isTooLarge,
  MAX_CELL_BYTES,
  MAX_RESULT_BYTES,
  toLargeCell,
  toLargeResult,
} from '../result-size.ts';
import { type Field, type RawValues, toRows } from './result-columns.ts';
import type { FetchedRows, ThreadAnswer, ThreadTask } from './thread-messages.ts';

const asText = (value: string): string => value;

/** The options of every database, in any environment. */
export const DATABASE_OPTIONS = {
  /** These types stay text, as in the PostgreSQL pool: as JavaScript values, they would lose digits or a time zone. */
  parsers: {
    [types.INT8]: asText,
    [types.NUMERIC]: asText,
    [types.DATE]: asText,
    [types.TIMESTAMP]: asText,
    [types.TIMESTAMPTZ]: asText,
  },
  // The default of 128 MB takes memory and time, and the databases are small.
  startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
};

/** Prepares the session of a database that was just opened. */
export async function beginSession(database: PGlite, schema: string): Promise<void> {
  await database.exec(`SET TIME ZONE 'UTC'; SET search_path TO ${schema}`);
}

/** The number of rows that are fetched at a time. */
const PORTION = 50;

const NOTHING: FetchedRows = { fields: [], rows: [] };

const rawOptions = new WeakMap<PGlite, QueryOptions>();

/** Returns the options with which every value of a database stays text. All of its reads share them. */
function findRawOptions(database: PGlite): QueryOptions {
  const found = rawOptions.get(database) ?? toRawOptions(database);
  rawOptions.set(database, found);
  return found;
}

function toRawOptions({ parsers }: PGlite): QueryOptions {
  const oids = [...Object.keys(types.parsers), ...Object.keys(parsers)];
  return { rowMode: 'array', parsers: Object.fromEntries(oids.map((oid) => [oid, asText])) };
}

async function read(
  transaction: Transaction,
  task: ThreadTask & { kind: 'read' },
  options: QueryOptions,
): Promise<FetchedRows> {
  await transaction.exec(`SET TRANSACTION READ ONLY; ${task.settings}`);
  await transaction.query(task.sql, [...task.values]);
  const result = await fetchRows(
    transaction,
    task.count === 'ALL' ? Infinity : task.count,
    options,
  );
  await transaction.rollback();
  return result;
}

/** Fetches some rows at a time, to stop before a large result fills the memory. */
async function fetchRows(
  transaction: Transaction,
  count: number,
  options: QueryOptions,
): Promise<FetchedRows> {
  const fetched: FetchedRows = { fields: [], rows: [] };
  let total = 0;
  for (let missing = count, isEnd = false; !isEnd && missing > 0;) {
    const portion = Math.min(PORTION, missing);
    const fetch = `FETCH FORWARD ${portion} FROM dataset`;
    const { fields, rows } = await transaction.query<RawValues>(fetch, [], options);
    fetched.fields = fields;
    for (const row of rows) total += measure(fields, row);
    if (total > MAX_RESULT_BYTES) throw toLargeResult();
    fetched.rows.push(...toRows(fields, rows));
    missing -= rows.length;
    isEnd = rows.length < portion;
  }
  return fetched;
}

/** Returns the size of a row in bytes. Throws if one of its values is too large. */
function measure(fields: readonly Field[], row: RawValues): number {
  let bytes = 0;
  for (const [index, text] of row.entries()) {
    const size = new TextEncoder().encode(text ?? '').length;
    if (size > MAX_CELL_BYTES) throw toLargeCell(fields[index]!.name);
    bytes += size;
  }
  return bytes;
}

function toFetched({ fields, rows }: Results<Row>): FetchedRows {
  return { fields, rows };
}

/** Performs a task. Throws the errors of PGlite. */
export async function perform(database: PGlite, task: ThreadTask): Promise<ThreadAnswer> {
  switch (task.kind) {
    case 'query':
      return { kind: 'done', ...toFetched(await database.query<Row>(task.sql, [...task.values])) };
    case 'execute':
      await database.exec(task.sql);
      return { kind: 'done', ...NOTHING };
    case 'read':
      return {
        kind: 'done',
        ...(await database.transaction((sql) => read(sql, task, findRawOptions(database)))),
      };
    case 'close':
      await database.close();
      return { kind: 'done', ...NOTHING };
    default:
      return {
        kind: 'done',
        ...NOTHING,
        snapshot: (await database.dumpDataDir('none')) as unknown as Blob,
      };
  }
}

interface DriverError extends DriverDetails {
  code?: unknown;
  message?: unknown;
  severity?: unknown;
}

/** An error without an SQLSTATE comes from PGlite itself, such as out of memory. A panic ends PostgreSQL. */
export function toFailure(error: unknown): ThreadAnswer {
  const { code, message, severity, hint, position } = error as DriverError;
  return {
    kind: 'failed',
    code: typeof code === 'string' ? code : CRASHED,
    message: String(message),
    hint,
    position,
    // A large result has filled the memory of the thread, which keeps it: a new thread replaces it.
    isFatal:
      typeof code !== 'string' || severity === 'PANIC' || severity === 'FATAL' || isTooLarge(error),
  };
}
