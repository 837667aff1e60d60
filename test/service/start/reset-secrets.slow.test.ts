import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { openDatabases } from '../../../service/src/start/open-databases.ts';
import { ConnectionStore } from '../../../service/src/state/connection-store.ts';
import { type BackOffice, createCompany, logIn } from '../../support/back-office.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SETTINGS } from '../../support/test-database.ts';
import { type Ending, spawnService, waitForEnd } from '../service-process.ts';

const { adminPassword } = SETTINGS;
const form = (fields: Record<string, string>) => new URLSearchParams(fields);

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-service-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts a service on the folder, signs in, and closes the service afterwards. */
async function withService<Result>(
  work: (service: DashboardService, office: BackOffice) => Promise<Result>,
): Promise<Result> {
  const service = createDashboardService({
    ...{ database: folder, adminPassword, connectionHosts: ['db.example.com'] },
  });
  try {
    const { url } = await service.listen(0);
    return await work(service, await logIn(url, adminPassword));
  } finally {
    await service.close();
  }
}

const getToken = ({ url, apiKey, dashboards }: DashboardService, options?: object) =>
  fetch(`${url}/Api/GetToken/${apiKey}/anna/${dashboards[0]!.guid}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(options ?? {}),
  });

const reset = (...options: string[]): Promise<Ending> =>
  waitForEnd(spawnService({ DATABASE_URL: folder }, [], ['reset-secrets', ...options]));

it('makes a folder usable again whose secret is lost, and says what is lost with it', async () => {
  const before = await withService(async (service, office) => {
    const aurora = await createCompany(office, 'Aurora');
    await createCompany(office, 'Boreal');
    const connectionString = 'postgres://reader:password@db.example.com:5432/warehouse';
    await office.post(
      `companies/${aurora.id}/connections`,
      form({ name: 'Warehouse', connectionString, untested: 'on' }),
    );
    const options = { connectionString };
    const [ended, kept] = [await getToken(service, options), await getToken(service)];
    const { apiKey } = service;
    return { aurora, apiKey, ended: await ended.text(), kept: await kept.text() };
  });
  expect(await reset()).toEqual({
    status: 0,
    stdout: 'Nothing is lost: the service has the secret of this database.\n',
    stderr: '',
  });

  await rm(join(folder, 'secret'));
  await expect(withService(async () => {})).rejects.toThrow(
    'run: npm run --silent service -- reset-secrets',
  );
  const told = await reset();
  expect(told).toMatchObject({ status: 0, stderr: '' });
  expect(told.stdout).toMatch(
    /API keys of these companies: Aurora, Aurora Coffee Supply, Boreal\n/,
  );
  expect(told.stdout).toContain('data connections: Warehouse (Aurora)\n');
  expect(told.stdout).toMatch(/connection string of their own: 1\n[\s\S]*Nothing was changed/);
  await expect(withService(async () => {})).rejects.toThrow(
    'run: npm run --silent service -- reset-secrets',
  );
  expect(await reset('--yes')).toMatchObject({ status: 0, stderr: '' });

  await withService(async (service, office) => {
    expect(service.apiKey).not.toBe(before.apiKey);
    expect((await getToken(service)).status).toBe(200);
    const open = (token: string) => fetch(`${service.url}/Tdb/${token}`);
    expect([(await open(before.kept)).status, (await open(before.ended)).status]).toEqual([
      200, 401,
    ]);
    const page = await (await office.get(`companies/${before.aurora.id}`)).text();
    expect(page).toContain('Aurora');
    expect(page).not.toContain('Warehouse');
  });
  expect((await reset()).stdout).toContain('Nothing is lost');
});

/** Saves a connection of the demo company that no secret reads. */
async function saveLost(): Promise<void> {
  await withService(async () => {});
  const { state, close } = await openDatabases({ kind: 'folder', folder }, PATIENCE_MS);
  const lost = new ConnectionStore(state, new SecretBox('a-secret-that-is-lost'));
  await lost.save(1, 'Lost', 'postgres://reader:password@db.example.com:5432/lost');
  await close();
}

it('removes a single connection that no secret reads', async () => {
  await saveLost();
  const told = await reset();
  expect(told.stdout).toContain('API keys of these companies: none\n');
  expect(told.stdout).toContain('data connections: Lost (Aurora Coffee Supply)\n');
  expect(await reset('--yes')).toMatchObject({ status: 0, stderr: '' });
  expect((await reset()).stdout).toContain('Nothing is lost');
  await withService(async (service) => expect((await getToken(service)).status).toBe(200));
});

it('keeps the check for a former secret, which the other texts still need', async () => {
  await saveLost();
  const file = join(folder, 'secret');
  const former = await readFile(file, 'utf8');
  const secret = 'the-secret-of-this-year';
  await writeFile(file, `${secret}\n${former}`);
  expect(await reset('--yes')).toMatchObject({ status: 0, stderr: '' });
  const early = createDashboardService({ database: folder, secret, apiKey: 'demo-key' });
  await expect(early.listen(0)).rejects.toThrow('SERVICE_SECRET is not the one');
  await early.close();
  await writeFile(file, former);
});
