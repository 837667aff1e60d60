import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createDashboardService } from 'embedded-dashboard-service';
import type { Database } from '../../../service/src/database/database.ts';
import { exportFile } from '../../../service/src/start/export-file.ts';
import { importFile } from '../../../service/src/start/import-file.ts';
import { type ParsedSettings, parseSettings } from '../../../service/src/start/read-settings.ts';
import type { ServiceBox } from '../../../service/src/start/service-secrets.ts';
import { withSecrets } from '../../../service/src/start/with-secrets.ts';
import { logIn } from '../../support/back-office.ts';
import { toEnvironment } from '../../support/service-environment.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { useFolder } from '../../support/use-folder.ts';
import { spawnService, waitForEnd } from '../service-process.ts';
import { storesOf } from '../start/sealed-content.ts';
import {
  fillState,
  HOST,
  HOSTILE_NAME,
  PASSPHRASE,
  readRows,
  startFirst,
  type StateRows,
  withoutSecrets,
} from './exported-content.ts';

const COUNTS =
  '5 companies, 31 dashboards, 21 earlier versions, 2 drafts, 3 data connections, 4 people.';
const FIRST_SECRET = 'the-secret-of-the-first';
const OWN_KEY = 'service/.data/api-key';
const terminal = { input: new PassThrough(), output: new PassThrough() };

const home = useFolder();
/** A folder that was filled, and its rows. */
let first: ParsedSettings;
let rows: StateRows;

beforeAll(async () => {
  first = settingsOf(join(home, 'first'), { SERVICE_SECRET: FIRST_SECRET });
  rows = await work(first, async (state, secrets) => {
    await fillState(state, secrets);
    return readRows(state, secrets);
  });
});

afterEach(() => vi.unstubAllEnvs());

const environmentOf = (database: string) => ({
  ...toEnvironment(database),
  SERVICE_CONNECTION_HOSTS: HOST,
});

function settingsOf(database: string, changes: Record<string, string> = {}): ParsedSettings {
  return parseSettings({ ...environmentOf(database), ...changes }, home);
}

const rowsOf = (settings: ParsedSettings): Promise<StateRows> => withSecrets(settings, readRows);
const work = <Result>(
  settings: ParsedSettings,
  on: (state: Database, secrets: ServiceBox) => Promise<Result>,
): Promise<Result> => withSecrets(settings, on, { mayBeNew: true });

it('keeps every row from a folder to PostgreSQL and back, with the passphrase', async () => {
  vi.stubEnv('SERVICE_EXPORT_PASSPHRASE', PASSPHRASE);
  const [there, back] = [join(home, 'there.jsonl'), join(home, 'back.jsonl')];
  expect(await exportFile(first, there, terminal)).toEqual([`Exported to ${there}: ${COUNTS}`]);
  expect(statSync(there).mode & 0o777).toBe(0o600);
  expect(readFileSync(there, 'utf8')).not.toMatch(/demo-key|postgres:|hash/);

  const server = settingsOf(await testDatabase());
  expect(await importFile(server, there, undefined, terminal)).toBe(
    `Imported: ${COUNTS} Companies without an API key: 1. Enter them in the back office. People without a password: 1. Invite them again.`,
  );
  expect(await rowsOf(server)).toEqual(rows);

  // With a first start of its own before, as most people do.
  const second = settingsOf(join(home, 'second'), { SERVICE_SECRET: 'the-secret-of-the-second' });
  await work(second, startFirst);
  await exportFile(server, back, terminal);
  await importFile(second, back, undefined, terminal);
  expect(await rowsOf(second)).toEqual(rows);
  // The next company is a new one.
  await work(second, async (state, secrets) => {
    expect(await storesOf(state, secrets).companies.create('Next')).toBe(6);
  });
});

it('leaves the secrets out without a passphrase, and says so; the service shows what to enter', async () => {
  const file = join(home, 'without.jsonl');
  expect(await exportFile(first, file, terminal)).toEqual([
    `Exported to ${file}: ${COUNTS} Left out, because there is no passphrase: 3 API keys, 3 connection strings, 1 password.`,
  ]);
  const database = await testDatabase();
  const told = await importFile(settingsOf(database), file, undefined, terminal);
  expect(told).toBe(
    `Imported: ${COUNTS} Companies without an API key: 3. Data connections without a connection string: 3. Enter them in the back office. People without a password: 2. Invite them again.`,
  );
  expect(await rowsOf(settingsOf(database))).toEqual(withoutSecrets(rows, SETTINGS.apiKey));

  const service = createDashboardService({ database, ...SETTINGS, connectionHosts: [HOST] });
  const { url } = await service.listen(0);
  try {
    expect(service.apiKey).toBe(SETTINGS.apiKey);
    const office = await logIn(url, SETTINGS.adminPassword);
    const page = await (await office.get('companies/2')).text();
    expect(page).toContain('No API key yet.');
    expect(page).not.toContain(HOSTILE_NAME);
    expect(page.match(/Connection string missing/g)).toHaveLength(2);
    const connectionString = `postgres://reader:2@${HOST}/warehouse`;
    const fields = { name: 'Warehouse', connectionString, untested: 'on' };
    await office.post('companies/2/connections', new URLSearchParams(fields));
    const after = await (await office.get('companies/2')).text();
    expect(after.match(/Connection string missing/g)).toHaveLength(1);
  } finally {
    await service.close();
  }
});

it('moves a folder to a server by the commands of “Growing”', async () => {
  const document = readFileSync('docs/growing.md', 'utf8');
  const commands = Array.from(
    document.matchAll(/^npm run --silent service -- (.+)$/gm),
    ([, command]) => command!.split(' '),
  );
  expect(commands.map(([name]) => name)).toEqual(['export', 'import']);
  const readOwnKey = () => existsSync(OWN_KEY) && readFileSync(OWN_KEY, 'utf8');
  const ownKey = readOwnKey();
  const server = environmentOf(await testDatabase());
  const folder = { ...environmentOf(join(home, 'first')), SERVICE_SECRET: FIRST_SECRET };
  for (const [index, env] of [folder, server].entries()) {
    const shared = { SERVICE_EXPORT_PASSPHRASE: PASSPHRASE, INIT_CWD: home };
    const ended = await waitForEnd(spawnService({ ...env, ...shared }, [], commands[index]));
    expect(ended).toMatchObject({ status: 0, stderr: '' });
  }
  expect(await rowsOf(settingsOf(server.DATABASE_URL))).toEqual(rows);
  // The import into a server leaves the folder as it is, which may belong to another secret.
  expect(readOwnKey()).toBe(ownKey);
});

it('imports nothing of a file with a fault in its last record', async () => {
  const file = join(home, 'fault.jsonl');
  await exportFile(first, file, terminal);
  const text = readFileSync(file, 'utf8');
  const at = text.lastIndexOf('"role":"') + '"role":"'.length;
  writeFileSync(file, `${text.slice(0, at)}x${text.slice(at)}`);
  const server = settingsOf(await testDatabase());
  await work(server, startFirst);
  const before = await rowsOf(server);
  await expect(importFile(server, file, undefined, terminal)).rejects.toThrow(
    /^Nothing was imported\. Line \d+: roles/,
  );
  expect(await rowsOf(server)).toEqual(before);
});

it('imports the secrets of a file with a passphrase not without it', async () => {
  const file = join(home, 'with.jsonl');
  vi.stubEnv('SERVICE_EXPORT_PASSPHRASE', PASSPHRASE);
  await exportFile(first, file, terminal);
  const server = settingsOf(await testDatabase());
  vi.stubEnv('SERVICE_EXPORT_PASSPHRASE', `${PASSPHRASE}!`);
  await expect(importFile(server, file, undefined, terminal)).rejects.toThrow(
    /^Nothing was imported\. The passphrase is not the one of this file\.$/,
  );
  vi.stubEnv('SERVICE_EXPORT_PASSPHRASE', '');
  await importFile(server, file, undefined, terminal);
  expect(await rowsOf(server)).toEqual(withoutSecrets(rows, SETTINGS.apiKey));
});

it('exports one state of the database, whatever a running service changes meanwhile', async () => {
  const settings = settingsOf(await testDatabase());
  await withSecrets(settings, async (state, secrets, { onSnapshot }) => {
    await startFirst(state, secrets);
    const { companies } = storesOf(state, secrets);
    await onSnapshot(async (snapshot) => {
      const count = async () => (await snapshot.query('SELECT id FROM companies')).length;
      expect(await count()).toBe(1);
      await companies.create('Later');
      expect(await count()).toBe(1);
      await expect(snapshot.query('DELETE FROM companies')).rejects.toThrow('read-only');
    });
  });
});
