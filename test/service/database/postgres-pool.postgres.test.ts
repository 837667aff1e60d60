import pg, { type PoolClient } from 'pg';
import { afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import {
  runWithSettings,
  toLocalSettings,
} from '../../../service/src/database/postgres/local-settings.ts';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';
import { holdLock } from './held-lock.ts';

const HELD = 'SELECT 1 AS held FROM pg_advisory_xact_lock_shared(1)';
/** Waits for the same lock. */
const HELD_ALONE = 'SELECT 1 AS held FROM pg_advisory_xact_lock(1)';
const QUICK = 'SELECT 1 AS n';

let database: string;
let pool: PostgresPool;

beforeAll(async () => {
  database = await testDatabase();
  await runSql(database, 'CREATE SEQUENCE numbers');
});

beforeEach(() => {
  pool = openPool();
});

afterEach(() => pool.close().catch(() => null));

function openPool(waitLimitMs?: number): PostgresPool {
  const address = parsePostgresAddress(database)!;
  return new PostgresPool({ address, size: 1, waitLimitMs, readLimitMs: 60_000 });
}

/** Starts a read that holds the only connection of a pool until `end`, however slow the machine. */
async function hold(reader: PostgresPool) {
  const lock = await holdLock(database);
  const held = reader.read(HELD, [], {});
  return {
    countWaiting: lock.countWaiting,
    end: async () => {
      await lock.release();
      expect((await held).rows).toEqual([{ held: 1 }]);
    },
  };
}

const findConnection = async (): Promise<unknown> =>
  (await pool.read('SELECT pg_backend_pid() AS id', [], {})).rows;

it('drops a reader who leaves while waiting, and serves the next one', async () => {
  const { end } = await hold(pool);
  const leaving = new AbortController();
  const left = pool.read(QUICK, [], { signal: leaving.signal });
  const staying = pool.read(QUICK, [], {});
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'aborted' });
  await end();
  expect((await staying).rows).toEqual([{ n: 1 }]);
});

it('runs nothing for a reader who leaves while it connects', async () => {
  const leaving = new AbortController();
  const left = pool.read(QUICK, [], { signal: leaving.signal });
  leaving.abort();
  await expect(left).rejects.toMatchObject({ code: 'aborted' });
});

it('cancels a running query, and never uses its connection again', async () => {
  const before = await findConnection();
  const holding = openPool();
  const { countWaiting, end } = await hold(holding);
  const cancel = new AbortController();
  const canceled = pool.read(HELD_ALONE, [], { cancel: cancel.signal });
  await expect.poll(countWaiting).toBe(2);
  cancel.abort();
  await expect(canceled).rejects.toMatchObject({ code: 'aborted' });
  expect(await countWaiting()).toBe(1);
  expect(await findConnection()).not.toEqual(before);
  await end();
  await holding.close();
});

it('limits the time that a query waits for a connection', async () => {
  const hurried = openPool(50);
  const { end } = await hold(hurried);
  await expect(hurried.query(QUICK)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'All connections are busy.',
  });
  await end();
  expect(await hurried.query(QUICK)).toEqual([{ n: 1 }]);
  await hurried.close();
});

it('refuses waiting and new queries when it closes, and lets running ones finish', async () => {
  const { end } = await hold(pool);
  const waiting = pool.read(QUICK, [], {});
  const closed = pool.close();
  await expect(waiting).rejects.toMatchObject({
    name: 'DatabaseError',
    code: 'closed',
    message: 'The database is closed.',
  });
  await expect(pool.read(QUICK, [], {})).rejects.toMatchObject({ code: 'closed' });
  await end();
  await closed;
});

it('reports a read that writes as a write, and keeps the connection', async () => {
  const before = await findConnection();
  const write = pool.read("SELECT nextval('numbers') AS n", [], {});
  await expect(write).rejects.toMatchObject({ code: '25006' });
  expect(await findConnection()).toEqual(before);
});

it('treats a read-only server as unavailable for writes', async () => {
  const before = await findConnection();
  await pool.execute('SET default_transaction_read_only = on');
  const write = (): Promise<unknown> => pool.query("SELECT nextval('numbers') AS n");
  await expect(write()).rejects.toMatchObject({ code: 'unavailable' });
  expect(await write()).toEqual([{ n: '1' }]);
  expect(await findConnection()).not.toEqual(before);
});

it('makes its settings without a warning in the log of the server', async () => {
  const client = new pg.Client(database);
  await client.connect();
  onTestFinished(() => client.end());
  const warnings: unknown[] = [];
  client.on('notice', ({ message }) => warnings.push(message));
  const settings = toLocalSettings({ limitMs: 60_000 });
  const zone = `SELECT current_setting('TimeZone') AS zone`;
  const { rows } = await runWithSettings(client as unknown as PoolClient, settings, zone, []);
  expect([rows, warnings]).toEqual([[{ zone: 'UTC' }], []]);
});

it('adds an index while a file is imported', async () => {
  await runSql(database, 'CREATE SCHEMA added; CREATE TABLE added.names (name text)');
  const index = { schema: 'added', name: 'names_name', columns: 'names (name)' };
  const { signal } = new AbortController();
  await pool.exclusively(() => pool.addIndex(index, signal), 'import');
  const found = await runSql(database, `SELECT to_regclass('added.names_name')::text AS name`);
  expect(found).toEqual([{ name: 'added.names_name' }]);
});
