import type { Blob } from 'node:buffer';
import { PGlite, type Results, types, type Transaction } from '@electric-sql/pglite';
import type { DriverDetails, Row } from './database.ts';
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

const NOTHING: FetchedRows = { fields: [], rows: [] };

async function read(
  transaction: Transaction,
  task: ThreadTask & { kind: 'read' },
): Promise<FetchedRows> {
  await transaction.query('SET TRANSACTION READ ONLY');
  await transaction.query(`SET LOCAL ROLE ${task.role}`);
  await transaction.query(task.sql, [...task.values]);
  const result = await transaction.query<Row>(`FETCH FORWARD ${task.count} FROM dataset`);
  await transaction.rollback();
  return toFetched(result);
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
      return { kind: 'done', ...(await database.transaction((sql) => read(sql, task))) };
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
    code: typeof code === 'string' ? code : 'crashed',
    message: String(message),
    hint,
    position,
    isFatal: typeof code !== 'string' || severity === 'PANIC' || severity === 'FATAL',
  };
}
