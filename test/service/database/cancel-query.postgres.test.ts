import { once } from 'node:events';
import { connect, createServer, type Server } from 'node:net';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';

/** The codes of the first message of a connection: https://www.postgresql.org/docs/current/protocol-message-formats.html */
const CODES: Record<number, string> = {
  196_608: 'startup',
  80_877_102: 'cancel',
  80_877_103: 'tls',
};

let server: PostgresServer;
let database: string;
let proxy: Server;
/** The first message of each connection, as the network sees it. */
const seen: (string | undefined)[] = [];

beforeAll(async () => {
  server = await startPostgres('off', true);
  database = server.createDatabase();
  proxy = createServer((client) => {
    const upstream = connect(Number(new URL(database).port), '127.0.0.1');
    client.once('data', (message) => seen.push(CODES[message.readInt32BE(4)]));
    client.pipe(upstream).pipe(client);
    for (const socket of [client, upstream]) socket.on('error', () => {});
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
});

afterAll(async () => {
  proxy.close();
  await server.stop();
});

it.each([
  ['require', ['tls', 'tls']],
  ['disable', ['startup', 'cancel']],
])('cancels a query with sslmode=%s, and asks in the same way', async (sslmode, messages) => {
  seen.length = 0;
  const address = new URL(database);
  address.port = String((proxy.address() as AddressInfo).port);
  const options = { address: parsePostgresAddress(`${address.href}?sslmode=${sslmode}`)!, size: 1 };
  const pool = new PostgresPool({ ...options, readLimitMs: 600_000 });
  const holder = new pg.Client(database);
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  const listWaiting = async (): Promise<unknown[]> =>
    (
      await holder.query(
        `SELECT coalesce(ssl, false) AS ssl FROM pg_locks LEFT JOIN pg_stat_ssl USING (pid)
         WHERE locktype = 'advisory' AND NOT granted`,
      )
    ).rows;
  const cancel = new AbortController();
  const read = pool.read('SELECT pg_advisory_xact_lock_shared(1)', [], { cancel: cancel.signal });
  const end = expect(read).rejects.toMatchObject({ code: 'aborted' });
  await expect.poll(listWaiting).toEqual([{ ssl: sslmode === 'require' }]);
  cancel.abort();
  await end;
  expect(await listWaiting()).toEqual([]);
  expect(seen).toEqual(messages);
  await holder.end();
  await pool.close();
});
