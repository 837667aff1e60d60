import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { spawnService, waitForEnd } from '../service-process.ts';
import { KillingDatabase } from '../start/killed-command.ts';
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

const TABLES = [
  'companies',
  'data_connections',
  'dashboards',
  'dashboard_versions',
  'dashboard_drafts',
];

const secrets = openBox(SETTINGS.secret);

let home: string;
let address: string;
let databases: Databases;
let killing: KillingDatabase;
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
  killing = await KillingDatabase.open(address, TABLES, 'INSERT');
});

afterAll(async () => {
  await killing.close();
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

const readNow = () => readRows(databases.state, secrets);

it.each(
  Array.from({ length: POINTS }, (_, point) => 1 + Math.floor((point * (ROWS - 1)) / (POINTS - 1))),
)('changes nothing if it is killed in row %i', async (row) => {
  const rows = await readNow();
  await killing.kill(row, spawnImport);
  expect(await readNow()).toEqual(rows);
});

it('imports everything afterwards', async () => {
  await killing.letPass();
  expect(await waitForEnd(spawnImport())).toMatchObject({ status: 0, stderr: '' });
  expect(await readNow()).toEqual(exported);
});
