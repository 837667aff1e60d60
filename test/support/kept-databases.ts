import type { SqlValue } from '../../service/src/database/bound-values.ts';
import type { DatabasePlace } from '../../service/src/start/database-url.ts';
import {
  type Database,
  type DataSource,
  type ReadOptions,
  type Row,
  type RowSet,
  type Statements,
  toClosed,
} from '../../service/src/database/database.ts';
import {
  type DatabaseEvents,
  type Databases,
  openDatabases as openNew,
} from '../../service/src/start/open-databases.ts';
import { POSTGRES } from '../../service/src/database/postgres/postgres-dialect.ts';
import type { ServiceSetup } from '../../service/src/start/open-service.ts';
import { AdminSessionStore } from '../../service/src/state/admin-session-store.ts';
import { migrateState, STATE_SCHEMA } from '../../service/src/state/state-schema.ts';

/** The callbacks of a service, and its settings. Tests of stores have none. */
type Owner = DatabaseEvents & Partial<ServiceSetup>;

/** Databases in memory that outlive the services of a worker, one after the other. */
interface Kept {
  databases: Databases;
  limitMs: number;
  /** The service that has the databases now. */
  owner: Owner;
  isLost: boolean;
}

/** The databases that no service has. At most one pair, because each takes some hundred MiB. */
let idle: Kept | null = null;
/** The databases that services have. */
const lent = new Set<Kept>();

/**
 * Replaces `openDatabases` of the service in tests: see `shareDatabases`. A service in memory gets the databases of the
 * one before it, whose opening costs a second of processor time. Its own tables are new, and nothing writes the data.
 */
export async function openDatabases(
  place: DatabasePlace,
  limitMs: number,
  owner: Owner = {},
): Promise<Databases> {
  if (place.kind !== 'memory') return openNew(place, limitMs, owner);
  return lend((await takeIdle(limitMs, owner)) ?? (await openKept(place, limitMs, owner)));
}

/**
 * Begins a session in the back office of the service at this address, and returns its cookie. A sign-in costs 0.3 s of
 * processor time. Returns `null` for a service that has other databases. `personId`: by default, the administrator with
 * the password of the settings.
 */
export async function beginSession(
  url: string,
  personId: number | null = null,
): Promise<string | null> {
  const kept = [...lent].find(({ owner }) => owner.url?.() === url);
  const { secrets, now } = kept?.owner ?? {};
  if (!kept || !secrets || !now) return null;
  const bindings = secrets.box.fingerprints(secrets.adminPassword);
  return new AdminSessionStore(kept.databases.state, bindings, now).begin([], personId);
}

async function takeIdle(limitMs: number, owner: Owner): Promise<Kept | null> {
  const kept = idle;
  idle = null;
  if (!kept) return null;
  if (kept.isLost || kept.limitMs !== limitMs) {
    await kept.databases.close();
    return null;
  }
  kept.owner = owner;
  const { state } = kept.databases;
  await state.execute(`DROP SCHEMA ${STATE_SCHEMA} CASCADE`);
  await migrateState(state);
  return kept;
}

async function openKept(place: DatabasePlace, limitMs: number, owner: Owner): Promise<Kept> {
  const onLost = (): void => {
    kept.isLost = true;
    kept.owner.onLost?.();
  };
  const databases = await openNew(place, limitMs, { ...owner, onLost });
  const kept: Kept = { databases, limitMs, owner, isLost: false };
  return kept;
}

/** Gives the databases to a service until it closes them. */
function lend(kept: Kept): Databases {
  const { databases } = kept;
  lent.add(kept);
  const state = new LentDatabase(databases.state);
  const data = new LentDatabase(databases.data);
  const close = async (): Promise<void> => {
    if (!lent.delete(kept)) return;
    const isFree = [await state.giveBack(), await data.giveBack()].every(Boolean);
    if (isFree && !kept.isLost && databases.data.isOpen && !idle) idle = kept;
    else await databases.close();
  };
  return { ...databases, state, data, owned: data, close };
}

/** A database until its service closes it. Afterwards it rejects all calls, as a closed database does. */
class LentDatabase implements Database, DataSource {
  readonly dialect = POSTGRES;
  readonly #database: Database & Partial<DataSource>;
  readonly #writes = new Set<Promise<unknown>>();
  readonly #ending: Promise<never>;
  #end!: () => void;
  #reads = 0;
  isLent = true;

  constructor(database: Database & Partial<DataSource>) {
    this.#database = database;
    this.#ending = new Promise((_, reject) => {
      this.#end = () => reject(toClosed());
    });
    this.#ending.catch(() => {});
  }

  get isOpen(): boolean {
    return this.isLent && this.#database.isOpen;
  }

  query(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.#write(() => this.#database.query(sql, values));
  }

  execute(sql: string): Promise<void> {
    return this.#write(() => this.#database.execute(sql));
  }

  exclusively<Result>(work: (locked: Statements) => Promise<Result>): Promise<Result> {
    return this.#write(() => this.#database.exclusively(work));
  }

  async read(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<RowSet> {
    if (!this.isLent) throw toClosed();
    this.#reads += 1;
    const reading = this.#database.read!(sql, values, options).finally(() => (this.#reads -= 1));
    return Promise.race([reading, this.#ending]);
  }

  /** Waits for pending statements, and ends pending reads. Returns whether there are none. */
  async giveBack(): Promise<boolean> {
    this.isLent = false;
    this.#end();
    await Promise.allSettled(this.#writes);
    return this.#reads === 0;
  }

  async close(): Promise<void> {
    await this.giveBack();
  }

  async #write<Result>(start: () => Promise<Result>): Promise<Result> {
    if (!this.isLent) throw toClosed();
    const writing = start();
    this.#writes.add(writing);
    return writing.finally(() => this.#writes.delete(writing));
  }
}
