import type { Blob } from 'node:buffer';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { holdDataFolder } from '../data-folder.ts';
import type { DatabasePlace } from '../database-url.ts';
import { DEMO_SCHEMA, ensureDemoData, READ_ROLE, toDemoSql } from '../demo/demo-data.ts';
import { migrateState, STATE_SCHEMA } from '../state/state-schema.ts';
import type { Database, DataSource } from './database.ts';
import { PgliteReaders } from './pglite-readers.ts';
import { PgliteThread } from './pglite-thread.ts';
import { findPreparedDatabase } from './prepared-database.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { PostgresPool } from './postgres-pool.ts';

/** The service's own state and the dashboards' data, apart: a heavy query stops no GetToken. */
export interface Databases {
  state: Database;
  data: Database & DataSource;
  close(): Promise<void>;
}

const STATE_CONNECTIONS = 10;
/** Calls have their own limits, and are better told soon; a page shows what it can get. */
const STATE_WAIT_LIMIT_MS = 5000;
const DATA_CONNECTIONS = 5;

/**
 * Opens both databases and fills them where they are empty; a dataset may run for `limitMs`.
 * Throws {@link SettingError} while another process has the folder, and {@link DatabaseError}.
 */
export async function openDatabases(place: DatabasePlace, limitMs: number): Promise<Databases> {
  const databases =
    place.kind === 'postgres' ? connect(place.address, limitMs) : await openPglite(place, limitMs);
  const { state, data, close } = databases;
  try {
    await Promise.all([migrateState(state), ensureDemoData(data)]);
    if (data instanceof PgliteReaders) data.freeze();
    return databases;
  } catch (error) {
    await close();
    throw error;
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
    close: async () => void (await Promise.all([state.close(), data.close()])),
  };
}

/** The folders of a kept service: once both are there, nothing is needed to begin from. */
const PARTS = ['state', 'data'] as const;

type Beginnings = Partial<Record<(typeof PARTS)[number], { beginning: Blob }>>;

async function findBeginnings(): Promise<Beginnings> {
  return {
    state: { beginning: await findPreparedDatabase('') },
    data: { beginning: await findPreparedDatabase(toDemoSql()) },
  };
}

async function openPglite(
  place: Exclude<DatabasePlace, { kind: 'postgres' }>,
  limitMs: number,
): Promise<Databases> {
  const folder = place.kind === 'folder' ? place.folder : null;
  const release = folder ? holdDataFolder(folder) : () => {};
  const isMade = folder !== null && PARTS.every((part) => existsSync(join(folder, part)));
  const beginnings = isMade
    ? {}
    : await findBeginnings().catch((error: unknown) => {
        release();
        throw error;
      });
  const state = new PgliteThread({
    folder: folder && join(folder, 'state'),
    ...beginnings.state,
    schema: STATE_SCHEMA,
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
  return { state, data, close };
}
