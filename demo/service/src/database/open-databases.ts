import type { Blob } from 'node:buffer';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { holdDataFolder } from '../data-folder.ts';
import type { DatabasePlace } from '../database-url.ts';
import { DEMO_CONTENT, DEMO_SCHEMA, ensureDemoData, READ_ROLE } from '../demo/demo-data.ts';
import { migrateState, STATE_CONTENT, STATE_SCHEMA } from '../state/state-schema.ts';
import { type Database, type DataSource, toClosed } from './database.ts';
import { PgliteReaders } from './pglite-readers.ts';
import { PgliteThread } from './pglite-thread.ts';
import { type Content, findPreparedDatabase } from './prepared-database.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { PostgresPool } from './postgres-pool.ts';

/** The service's own state and the dashboards' data, apart: a heavy query stops no GetToken. */
export interface Databases {
  state: Database;
  data: Database & DataSource;
  /** Whether they may be empty. */
  isNew: boolean;
  close(): Promise<void>;
}

/** Callbacks and the signal of whoever opens the databases. */
export interface DatabaseEvents {
  /** Aborted when the service closes; this ends an opening that is under way. */
  closing?: AbortSignal;
  /** Called if the state was kept in memory only, and its thread is lost. */
  onLost?: (() => void) | undefined;
  /** Called with one line for each step of a first start that takes longer than a second. */
  onPreparing?: ((message: string) => void) | undefined;
}

const PREPARING_STATE =
  'Preparing the service’s tables: about 5 seconds, once for each installation.';
const PREPARING_DEMO = 'Preparing the demo data: about 5 seconds, once for each installation.';
const FILLING = 'Filling the new databases: about 5 seconds.';
/** Only a filling that takes longer is reported: most databases are filled already. */
const LONG_FILLING_MS = 1000;

const STATE_CONNECTIONS = 10;
/** Calls have their own limits, and are better told soon; a page shows what it can get. */
const STATE_WAIT_LIMIT_MS = 5000;
const DATA_CONNECTIONS = 5;

/**
 * Opens both databases and fills them where they are empty; a dataset may run for `limitMs`.
 * Throws {@link SettingError} while another process has the folder, and {@link DatabaseError}.
 */
export async function openDatabases(
  place: DatabasePlace,
  limitMs: number,
  events: DatabaseEvents = {},
): Promise<Databases> {
  const databases =
    place.kind === 'postgres'
      ? connect(place.address, limitMs)
      : await openPglite(place, limitMs, events);
  const { state, data, isNew, close } = databases;
  const report = (): void => events.onPreparing?.(FILLING);
  const timer = isNew ? setTimeout(report, LONG_FILLING_MS) : undefined;
  try {
    const filled = Promise.all([migrateState(state), ensureDemoData(data)]);
    await unlessClosing(filled, events);
    if (data instanceof PgliteReaders) data.freeze();
    return databases;
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Waits for `work` until the service closes. Throws {@link DatabaseError}. */
async function unlessClosing<Result>(
  work: Promise<Result>,
  { closing }: DatabaseEvents,
): Promise<Result> {
  if (!closing) return work;
  const done = new AbortController();
  const closed = closing.aborted
    ? Promise.resolve()
    : once(closing, 'abort', { signal: done.signal });
  try {
    return await Promise.race([work, closed.then(() => Promise.reject(toClosed()))]);
  } finally {
    done.abort();
  }
}

function connect(address: PostgresAddress, limitMs: number): Databases {
  const state = new PostgresPool({
    address,
    schema: STATE_SCHEMA,
    size: STATE_CONNECTIONS,
    waitLimitMs: STATE_WAIT_LIMIT_MS,
    readLimitMs: limitMs,
  });
  const data = new PostgresPool({
    address,
    schema: DEMO_SCHEMA,
    size: DATA_CONNECTIONS,
    readLimitMs: limitMs,
    readRole: READ_ROLE,
  });
  return {
    state,
    data,
    // An empty one cannot be told from a slow one.
    isNew: true,
    close: async () => void (await Promise.all([state.close(), data.close()])),
  };
}

/** The folders of a kept service: once both are there, nothing is needed to begin from. */
const PARTS = ['state', 'data'] as const;

type Beginnings = Partial<Record<(typeof PARTS)[number], { beginning: Blob }>>;

async function findBeginnings({ onPreparing }: DatabaseEvents): Promise<Beginnings> {
  const find = async (content: Content, message: string) => ({
    beginning: await findPreparedDatabase(content, () => onPreparing?.(message)),
  });
  return {
    state: await find(STATE_CONTENT, PREPARING_STATE),
    data: await find(DEMO_CONTENT, PREPARING_DEMO),
  };
}

async function openPglite(
  place: Exclude<DatabasePlace, { kind: 'postgres' }>,
  limitMs: number,
  events: DatabaseEvents,
): Promise<Databases> {
  const folder = place.kind === 'folder' ? place.folder : null;
  const release = folder ? holdDataFolder(folder) : () => {};
  const isMade = folder !== null && PARTS.every((part) => existsSync(join(folder, part)));
  const beginnings = isMade
    ? {}
    : await unlessClosing(findBeginnings(events), events).catch((error: unknown) => {
        release();
        throw error;
      });
  const state = new PgliteThread({
    folder: folder && join(folder, 'state'),
    ...beginnings.state,
    schema: STATE_SCHEMA,
    waitLimitMs: STATE_WAIT_LIMIT_MS,
    // What the state held in memory is lost with its thread; the data are made again.
    ...(folder === null && { onLost: () => events.onLost?.() }),
  });
  const data = new PgliteReaders({
    folder: folder && join(folder, 'data'),
    ...beginnings.data,
    schema: DEMO_SCHEMA,
    readLimitMs: limitMs,
    readRole: READ_ROLE,
  });
  const close = async (): Promise<void> => {
    await Promise.all([state.close(), data.close()]);
    release();
  };
  return { state, data, isNew: !isMade, close };
}
