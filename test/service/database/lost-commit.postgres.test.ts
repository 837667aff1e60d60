import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { isUnavailable, UNKNOWN_END } from '../../../service/src/database/database.ts';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { runSql, testDatabase } from '../../support/test-database.ts';

let database: string;

beforeAll(async () => {
  database = await testDatabase();
  await runSql(database, 'CREATE TABLE kept (name text)');
});

/** Opens a pool whose connection is lost with the answer to the first statement with this word. */
async function openPool(word?: string): Promise<PostgresPool> {
  const { hostname, port } = new URL(database);
  const server = createServer((client) => {
    let isLost = false;
    const upstream = connect(Number(port || 5432), hostname).on('error', () => {});
    client.on('error', () => {});
    client.on('data', (bytes) => {
      isLost ||= word !== undefined && bytes.includes(word);
      upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      if (isLost) client.destroy();
      else client.write(bytes);
    });
    client.on('close', () => upstream.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = new URL(database);
  address.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const options = { size: 2, readLimitMs: 60_000 };
  const pool = new PostgresPool({ address: parsePostgresAddress(address.href)!, ...options });
  onTestFinished(() => pool.close());
  return pool;
}

const add = (pool: PostgresPool, name: string): Promise<string> =>
  pool.exclusively(async ({ query }) => {
    await query('INSERT INTO kept VALUES ($1)', [name]);
    return 'done';
  });

const isKept = async (name: string): Promise<boolean> =>
  (await runSql(database, `SELECT FROM kept WHERE name = '${name}'`)).length === 1;

it('reports an unknown end if the connection is lost with the answer to COMMIT', async () => {
  const lost: unknown = await add(await openPool('COMMIT'), 'unknown').catch((error) => error);
  expect(lost).toMatchObject({ name: 'DatabaseError', code: UNKNOWN_END });
  expect(isUnavailable(lost)).toBe(true);
  expect(await isKept('unknown')).toBe(true);
});

it('counts changes as saved, whatever happens to the connection after COMMIT', async () => {
  const pool = await openPool('ROLLBACK');
  expect(await add(pool, 'saved')).toBe('done');
  expect(await isKept('saved')).toBe(true);
});

it('starts next to an import: each has a lock of its own', async () => {
  const pool = await openPool();
  const done = pool.exclusively(() => add(pool, 'next'), 'import');
  expect(await done).toBe('done');
});
