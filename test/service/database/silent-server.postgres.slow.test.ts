import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest';
import type { Database, DataSource } from '../../../service/src/database/database.ts';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { type SilentProxy, startSilentProxy } from '../../support/silent-proxy.ts';
import { runSql } from '../../support/test-database.ts';

const SIZE = 3;

let server: PostgresServer;
let database: string;
let proxy: SilentProxy;

beforeAll(async () => {
  server = await startPostgres();
  database = server.createDatabase();
});

afterAll(() => server.stop());

beforeEach(async () => {
  proxy = await startSilentProxy(Number(new URL(database).port));
  onTestFinished(() => proxy.close());
});

function open(related?: PostgresPool): PostgresPool {
  const address = new URL(database);
  address.port = String(proxy.port);
  const pool = new PostgresPool({
    address: parsePostgresAddress(address.href)!,
    related,
    size: SIZE,
    // No limit of a read ends a wait.
    readLimitMs: 600_000,
  });
  onTestFinished(() => pool.close());
  return pool;
}

const isAnswered = (pool: Database): Promise<unknown> => pool.query('SELECT 1 AS n');

/** Uses all connections of a pool at the same time, which stay open. */
async function connectAll(pool: Database): Promise<void> {
  await Promise.all(Array.from({ length: SIZE }, () => isAnswered(pool)));
}

it('gives up all older connections if a statement gets no answer', async () => {
  const pool = open();
  await connectAll(pool);
  expect(proxy.count).toBe(SIZE);
  proxy.fallSilent('existing');
  await expect(isAnswered(pool)).rejects.toMatchObject({ code: 'unavailable' });
  await connectAll(pool);
  expect(proxy.count).toBe(2 * SIZE);
});

it('gives up those of the other pools of the database with them, also while they read', async () => {
  const state = open();
  const data = open(state);
  await isAnswered(state);
  const reading = (data as DataSource).read('SELECT pg_sleep(600)', [], {});
  const failing = expect(reading).rejects.toMatchObject({ code: 'unavailable' });
  const running = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'FETCH%'`;
  await expect.poll(() => runSql(database, running)).toHaveLength(1);
  proxy.fallSilent('existing');
  await expect(isAnswered(state)).rejects.toMatchObject({ code: 'unavailable' });
  await failing;
  expect(await isAnswered(data)).toEqual([{ n: 1 }]);
});

it('gives them up if a query of a dashboard gets no answer to its beginning', async () => {
  const pool = open();
  await connectAll(pool);
  proxy.fallSilent('existing');
  const reading = (pool as DataSource).read('SELECT 1', [], {});
  await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
  await connectAll(pool);
  expect(proxy.count).toBe(2 * SIZE);
});

it('keeps connections that are newer than the statement', async () => {
  const pool = open();
  await isAnswered(pool);
  proxy.fallSilent('existing');
  const lost = isAnswered(pool);
  const failing = expect(lost).rejects.toMatchObject({ code: 'unavailable' });
  // The statement has its connection after the callbacks that are due now.
  await setImmediate();
  expect(await isAnswered(pool)).toEqual([{ n: 1 }]);
  await failing;
  expect(await isAnswered(pool)).toEqual([{ n: 1 }]);
  expect(proxy.count).toBe(2);
});

it('keeps the others if the server ends a statement at its limit', async () => {
  const pool = open();
  await connectAll(pool);
  await expect(pool.query('SELECT pg_sleep(600)')).rejects.toMatchObject({ code: 'time-limit' });
  await connectAll(pool);
  expect(proxy.count).toBe(SIZE);
});
