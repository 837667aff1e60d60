import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { parsePostgresUrl } from '../../../service/src/start/postgres-url.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { UNUSED_PORT } from '../../support/unused-port.ts';

let server: PostgresServer;
let database: string;
let certificate: string;

beforeAll(async () => {
  server = await startPostgres('off', true);
  database = server.createDatabase();
  certificate = join(mkdtempSync(join(tmpdir(), 'certificate-')), 'root.crt');
  copyFileSync(server.certificate!, certificate);
});

afterAll(() => server.stop());

/** Opens a pool of one connection to the database with other hosts or parameters. */
function open(change: (address: string) => string): PostgresPool {
  const address = parsePostgresUrl(change(database), 'DATABASE_URL');
  const pool = new PostgresPool({ address, size: 1, readLimitMs: 60_000 });
  onTestFinished(() => pool.close());
  return pool;
}

it('uses the next host if one cannot be reached', async () => {
  const pool = open((address) => address.replace('@', `@127.0.0.1:${UNUSED_PORT},`));
  expect(await pool.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
});

it('fails if no host can be reached', async () => {
  const none = `127.0.0.1:${UNUSED_PORT}`;
  const pool = open((address) => address.replace(/@[^/]+/, `@${none},${none}`));
  await expect(pool.query('SELECT 1')).rejects.toMatchObject({ code: 'unavailable' });
});

it.each([
  ['sslmode=require', true],
  ['sslmode=verify-ca', false],
  ['sslmode=verify-full', false],
  ['sslmode=verify-ca&sslrootcert=', true],
  // The certificate is that of `localhost`, not of the address.
  ['sslmode=verify-full&sslrootcert=', false],
])('checks the certificate of the server as %s says', async (parameters, isAccepted) => {
  const file = parameters.endsWith('=') ? encodeURIComponent(certificate) : '';
  const pool = open((address) => `${address}?${parameters}${file}`);
  const reading = pool.query('SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()');
  if (isAccepted) expect(await reading).toEqual([{ ssl: true }]);
  else await expect(reading).rejects.toMatchObject({ code: 'unavailable' });
});

it('accepts the certificate of the name that the address has', async () => {
  const pool = open((address) => {
    const named = address.replace('127.0.0.1', 'localhost');
    return `${named}?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`;
  });
  expect(await pool.query('SELECT 1 AS n')).toEqual([{ n: 1 }]);
});
