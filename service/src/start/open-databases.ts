import type { Blob } from 'node:buffer';
import { hasDatabases, holdDataFolder, toDatabaseFolder } from '../process/data-folder.ts';
import { toCommandLine } from '../process/service-command.ts';
import type { DatabasePlace } from './database-url.ts';
import { DEMO_CONTENT, DEMO_SCHEMA, ensureDemoData, READ_ROLE } from '../demo/demo-data.ts';
import type { AddIndex } from '../state/state-indexes.ts';
import { migrateState, STATE_CONTENT, STATE_SCHEMA } from '../state/state-schema.ts';
import type { Readings } from '../telemetry/metrics.ts';
import { SETTINGS } from './settings.ts';
import { assertAccepted, assertSameDatabase, checkDataLogin, isSuperuser } from './data-login.ts';
import { type Database, type DataSource, type Queries, toClosed } from '../database/database.ts';
import { PgliteReaders } from '../database/postgres/pglite-readers.ts';
import { PgliteThread } from '../database/postgres/pglite-thread.ts';
import { type Content, findPreparedDatabase } from '../database/postgres/prepared-database.ts';
import { PostgresPool } from '../database/postgres/postgres-pool.ts';
import { PGLITE_REVOCATION } from '../database/postgres/taken-functions.ts';

/** The service's own state and the dashboards' data. They are separate, so that a heavy query never delays GetToken. */
export interface Databases {
  state: Database;
  data: Database & DataSource;
  /** The data as its owner, who fills it. */
  owned: Database;
  /** One line for each right that authors of SQL should not have. */
  warnings: readonly string[];
  addIndex: AddIndex;
  /**
   * Runs `work` on the state as it is now, whatever other processes change meanwhile. With PGlite there is no other
   * process, and the caller must be the only one in this one.
   */
  onSnapshot<Result>(work: (state: Queries) => Promise<Result>): Promise<Result>;
  /** Returns the connections to a server. PGlite has none. */
  listConnections(): Readings['connections'];
  /** Returns whether no service has used the databases before. */
  isNew(): Promise<boolean>;
  close(): Promise<void>;
}

/** The callbacks, the signal and the limit of the caller that opens the databases. */
export interface DatabaseEvents {
  /** The largest number of connections to PostgreSQL, at least 2. Default: 8. */
  connections?: number;
  /** Aborted when the service closes, which cancels a pending opening. */
  closing?: AbortSignal;
  /** Called if the state is only in memory, and its thread is lost. */
  onLost?: (() => void) | undefined;
  /** Called with one line for each step of a first start that takes longer than a second. */
  onPreparing?: ((message: string) => void) | undefined;
}

const PREPARING_STATE =
  'Preparing the service’s tables: about 5 seconds, once for each installation.';
const PREPARING_DEMO = 'Preparing the demo data: about 5 seconds, once for each installation.';
const FILLING = 'Filling the new databases: about 5 seconds.';
/** Filling is reported only after this time. */
const LONG_FILLING_MS = 1000;

/** The wait limit of calls, which should fail early. Pages have no such limit: a page shows the data that it gets. */
const STATE_WAIT_LIMIT_MS = 5000;
/** The part of the connections that read data. It is the larger one, because calls need a few milliseconds each. */
const DATA_PART = 5 / 8;

const SUPERUSER =
  'DATABASE_URL: its login is a superuser. Use an ordinary login that owns the database.';
const NO_DATA_LOGIN = `SERVICE_DATA_URL is not set: the SQL of authors has all rights of the login of DATABASE_URL. Make a login for it: ${toCommandLine('make-data-login')}`;

/**
 * Opens both databases, and fills those that are empty. A dataset may run for `limitMs`.
 * Throws {@link SettingError} if another process has the folder, and {@link DatabaseError} for all other failures.
 */
export async function openDatabases(
  place: DatabasePlace,
  limitMs: number,
  events: DatabaseEvents = {},
): Promise<Databases> {
  const { connections = SETTINGS.connections.fallback } = events;
  const databases =
    place.kind === 'postgres'
      ? connect(place, limitMs, connections, events)
      : await openPglite(place, limitMs, events);
  const { state, data, close } = databases;
  const report = (): void => events.onPreparing?.(FILLING);
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    if (toDataUser(place) !== undefined) {
      // A server that both addresses name is a fault of the first one.
      await state.query('SELECT 1');
      await assertAccepted(data);
      await assertSameDatabase(state, data);
    }
    if (await databases.isNew()) timer = setTimeout(report, LONG_FILLING_MS);
    await unlessClosing(fill(databases, place), events);
    if (place.kind === 'postgres') {
      const room = await checkRoom(state, connections);
      databases.warnings = [...(await checkLogins(databases, place)), ...room];
    }
    if (data instanceof PgliteReaders) data.freeze();
    return databases;
  } catch (error) {
    await close();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Fills the databases. On PostgreSQL one after the other, so that the filling connections stay within the limit. */
async function fill({ state, data, owned }: Databases, place: DatabasePlace): Promise<void> {
  const user = toDataUser(place);
  if (place.kind !== 'postgres') {
    await Promise.all([migrateState(state), ensureDemoData(owned)]);
    // Folders of earlier versions have all functions.
    if (place.kind === 'folder') await owned.execute(PGLITE_REVOCATION);
    return;
  }
  await ensureDemoData(owned, user);
  if (owned !== data) await owned.close();
  await migrateState(state);
}

/** Waits for `work`. Throws {@link DatabaseError} if the service closes first. */
async function unlessClosing<Result>(
  work: Promise<Result>,
  { closing }: DatabaseEvents,
): Promise<Result> {
  if (!closing) return work;
  const done = new AbortController();
  const closed = closing.aborted
    ? Promise.resolve()
    : new Promise<void>((resolve) => {
        const onAbort = (): void => resolve();
        closing.addEventListener('abort', onAbort, { once: true, signal: done.signal });
      });
  try {
    return await Promise.race([work, closed.then(() => Promise.reject(toClosed()))]);
  } finally {
    done.abort();
  }
}

type PostgresPlace = DatabasePlace & { kind: 'postgres' };

function toDataUser(place: DatabasePlace): string | undefined {
  return place.kind === 'postgres' ? place.dataAddress?.user : undefined;
}

/** Returns the warnings. Throws {@link SettingError} for a data login that reaches more than data. */
async function checkLogins(
  { state, data }: Databases,
  { dataAddress }: PostgresPlace,
): Promise<string[]> {
  if (dataAddress) await checkDataLogin(state, data);
  const superuser = (await isSuperuser(state)) ? [SUPERUSER] : [];
  return dataAddress ? superuser : [...superuser, NO_DATA_LOGIN];
}

/** Returns a warning if the server has no room for a second process, which every upgrade may need. */
async function checkRoom(state: Database, connections: number): Promise<string[]> {
  const [row] = await state.query(
    `SELECT current_setting('max_connections')::int
       - current_setting('superuser_reserved_connections')::int AS room`,
  );
  if (Number(row?.room) >= 2 * connections) return [];
  return [
    `SERVICE_CONNECTIONS: the server has ${Number(row?.room)} connections, fewer than two processes with ${connections} need.`,
  ];
}

async function hasNoState(state: Database): Promise<boolean> {
  const [row] = await state.query(
    `SELECT to_regclass('${STATE_SCHEMA}.schema_versions') IS NULL AS is_new`,
  );
  return row?.is_new === true;
}

function connect(
  { address, dataAddress }: PostgresPlace,
  limitMs: number,
  connections: number,
  { closing = new AbortController().signal }: DatabaseEvents,
): Databases {
  const size = Math.max(1, Math.floor(connections * DATA_PART));
  const state = new PostgresPool({
    address,
    schema: STATE_SCHEMA,
    size: connections - size,
    waitLimitMs: STATE_WAIT_LIMIT_MS,
    readLimitMs: limitMs,
  });
  const options = { related: state, schema: DEMO_SCHEMA, size, readLimitMs: limitMs };
  const data = dataAddress
    ? new PostgresPool({ ...options, address: dataAddress })
    : new PostgresPool({ ...options, address, readRole: READ_ROLE });
  const owned = dataAddress ? new PostgresPool({ ...options, address, size: 1 }) : data;
  return {
    state,
    data,
    owned,
    warnings: [],
    listConnections: () => [
      { pool: 'state', ...state.connections },
      { pool: 'data', ...data.connections },
    ],
    addIndex: (name, columns) => state.addIndex({ schema: STATE_SCHEMA, name, columns }, closing),
    onSnapshot: (work) => state.onSnapshot(work),
    isNew: () => hasNoState(state),
    close: async () => {
      await Promise.all(
        [...new Set([state, data, owned])].map(async (pool) => pool.isOpen && pool.close()),
      );
    },
  };
}

/** The folders of an existing service. If both exist, it needs no prepared databases. */
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
  const isMade = folder !== null && (await hasDatabases(folder, PARTS));
  const finding = isMade ? Promise.resolve({}) : unlessClosing(findBeginnings(events), events);
  const beginnings: Beginnings = await finding.catch((error: unknown) => {
    release();
    throw error;
  });
  const state = new PgliteThread({
    folder: folder && toDatabaseFolder(folder, 'state'),
    ...beginnings.state,
    schema: STATE_SCHEMA,
    waitLimitMs: STATE_WAIT_LIMIT_MS,
    // In memory, the state is lost with its thread; the data can be created again.
    ...(folder === null && { onLost: () => events.onLost?.() }),
  });
  const data = new PgliteReaders({
    folder: folder && toDatabaseFolder(folder, 'data'),
    ...beginnings.data,
    schema: DEMO_SCHEMA,
    readLimitMs: limitMs,
    readRole: READ_ROLE,
  });
  const close = async (): Promise<void> => {
    await Promise.all([state.close(), data.close()]);
    release();
  };
  // One thread runs all statements of readers and writers, so that they wait for an index anyway.
  const addIndex: AddIndex = (name, columns) => state.execute(`CREATE INDEX ${name} ON ${columns}`);
  const isNew = async (): Promise<boolean> => !isMade;
  return {
    ...{ state, data, owned: data, warnings: [], addIndex, isNew, close },
    onSnapshot: (work) => work(state),
    listConnections: () => [],
  };
}
