import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { spawnService, waitForEnd } from '../service-process.ts';
import { openBox } from '../start/sealed-content.ts';
import {
  exportText,
  fillState,
  HOST,
  PASSPHRASE,
  readRows,
  startFirst,
  type StateRows,
} from './exported-content.ts';

const POINTS = 20;
/** The rows of the file. */
const ROWS = 5 + 31 + 21 + 2 + 3;

/** The lock at which an import stops, in its n-th row. */
const LOCK = '(4611, 67)';
const TABLES = [
  'companies',
  'data_connections',
  'dashboards',
  'dashboard_versions',
  'dashboard_drafts',
];
const STOPPING = `
  CREATE SCHEMA stopping;
  CREATE SEQUENCE stopping.rows;
  CREATE TABLE stopping.point (row integer NOT NULL);
  INSERT INTO stopping.point VALUES (0);
  CREATE FUNCTION stopping.stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('stopping.rows') = (SELECT row FROM stopping.point) THEN
      PERFORM pg_advisory_xact_lock${LOCK};
    END IF;
    RETURN NEW;
  END $$;
  ${TABLES.map(
    (table) => `
      CREATE TRIGGER stop BEFORE INSERT ON dashboard_service.${table}
      FOR EACH ROW EXECUTE FUNCTION stopping.stop();`,
  ).join('')}`;
const WAITING = `
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND (classid, objid) = ${LOCK}`;

const secrets = openBox(SETTINGS.secret);

let home: string;
let address: string;
let databases: Databases;
let observer: pg.Client;
let exported: StateRows;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
  const source = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
  await fillState(source.state, secrets);
  exported = await readRows(source.state, secrets);
  await writeFile(join(home, 'all.jsonl'), await exportText(source.state, secrets, PASSPHRASE));
  await source.close();
  address = await testDatabase();
  databases = await openDatabases(parseDatabaseUrl(address), PATIENCE_MS, { connections: 4 });
  await startFirst(databases.state, secrets);
  observer = new pg.Client(address);
  await observer.connect();
  await observer.query(STOPPING);
});

afterAll(async () => {
  await observer.end();
  await databases.close();
  await rm(home, { recursive: true });
});

function spawnImport(): ReturnType<typeof spawnService> {
  const env = {
    ...{ DATABASE_URL: address, SERVICE_CONNECTIONS: '2', SERVICE_CONNECTION_HOSTS: HOST },
    ...{ SERVICE_SECRET: SETTINGS.secret, SERVICE_API_KEY: SETTINGS.apiKey },
    ...{ SERVICE_ADMIN_PASSWORD: SETTINGS.adminPassword, INIT_CWD: home },
    SERVICE_EXPORT_PASSPHRASE: PASSPHRASE,
  };
  return spawnService(env, [], ['import', 'all.jsonl']);
}

/** Runs an import, and kills it while the server inserts its n-th row. */
async function killAt(row: number): Promise<void> {
  await observer.query('ALTER SEQUENCE stopping.rows RESTART');
  await observer.query('UPDATE stopping.point SET row = $1', [row]);
  await observer.query(`SELECT pg_advisory_lock${LOCK}`);
  const child = spawnImport();
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const pid = async (): Promise<unknown> => (await observer.query(WAITING)).rows[0]?.pid;
  await expect.poll(async () => (await pid()) ?? child.exitCode).toEqual(expect.any(Number));
  expect(child.exitCode).toBeNull();
  const backend = await pid();
  child.kill('SIGKILL');
  await ended;
  await observer.query(`SELECT pg_advisory_unlock${LOCK}`);
  const isGone = 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE pid = $1';
  await expect
    .poll(async () => (await observer.query(isGone, [backend])).rows[0].count as number)
    .toBe(0);
}

const readNow = () => readRows(databases.state, secrets);

it.each(
  Array.from({ length: POINTS }, (_, point) => 1 + Math.floor((point * (ROWS - 1)) / (POINTS - 1))),
)('changes nothing if it is killed in row %i', async (row) => {
  const rows = await readNow();
  await killAt(row);
  expect(await readNow()).toEqual(rows);
});

it('imports everything afterwards', async () => {
  await observer.query('UPDATE stopping.point SET row = 0');
  expect(await waitForEnd(spawnImport())).toMatchObject({ status: 0, stderr: '' });
  expect(await readNow()).toEqual(exported);
});
