import type { Blob } from 'node:buffer';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { dirname } from 'node:path';
import process from 'node:process';
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, type Results, types, type Transaction } from '@electric-sql/pglite';
import type { DriverDetails, Row } from './database.ts';
import type { FetchedRows, ThreadAnswer, ThreadStart, ThreadTask } from './thread-messages.ts';

const asText = (value: string): string => value;

/** These types stay text, as in the PostgreSQL pool: as JavaScript values, they would lose digits or a time zone. */
const parsers = {
  [types.INT8]: asText,
  [types.NUMERIC]: asText,
  [types.DATE]: asText,
  [types.TIMESTAMP]: asText,
  [types.TIMESTAMPTZ]: asText,
};

async function openDatabase({ folder, schema, snapshot }: ThreadStart): Promise<PGlite> {
  const loadDataDir = snapshot as globalThis.Blob | null;
  if (folder && loadDataDir && !existsSync(folder)) await unpack(loadDataDir, folder);
  const database = await PGlite.create({
    ...(folder ? { dataDir: folder } : loadDataDir ? { loadDataDir } : {}),
    parsers,
    // The default of 128 MB takes memory and time, and the databases are small.
    startParams: [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB'],
  });
  // PGlite creates its files readable and writable for everybody.
  if (folder) chmodSync(folder, 0o700);
  await database.exec(`SET TIME ZONE 'UTC'; SET search_path TO ${schema}`);
  return database;
}

/**
 * Unpacks into a temporary folder and renames it: a process that is killed leaves no incomplete database in `folder`.
 */
async function unpack(loadDataDir: globalThis.Blob, folder: string): Promise<void> {
  const part = `${folder}.part`;
  rmSync(part, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  await (await PGlite.create({ dataDir: part, loadDataDir })).close();
  renameSync(part, folder);
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

async function perform(database: PGlite, task: ThreadTask): Promise<ThreadAnswer> {
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
function toFailure(error: unknown): ThreadAnswer {
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

/** Lowers the priority on Linux, where each thread has its own. On other systems, this would slow the whole process. */
function stepBack(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
}

const port = parentPort!;
const answer = (message: ThreadAnswer): void => port.postMessage(message);

try {
  const start = workerData as ThreadStart;
  const database = await openDatabase(start);
  if (start.isSecondary) stepBack();
  port.on('message', (task: ThreadTask) => {
    void perform(database, task).catch(toFailure).then(answer);
  });
  answer({ kind: 'ready' });
} catch (error) {
  answer(toFailure(error));
}
