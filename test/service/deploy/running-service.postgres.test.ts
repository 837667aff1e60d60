import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOffice } from '../../support/back-office.ts';
import { toEnvironment } from '../../support/service-environment.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { useFolder } from '../../support/use-folder.ts';
import { draftOf, publishIn, withSql } from '../admin/draft-calls.ts';
import {
  type Ending,
  type ServiceProcess,
  spawnService,
  startService,
  waitForEnd,
} from '../service-process.ts';

const { apiKey, adminPassword } = SETTINGS;
const COMPANY = 'Aurora Coffee Supply';
const guid = crypto.randomUUID();

const folder = join(useFolder(), 'dashboards');
const env = {
  ...toEnvironment(await testDatabase()),
  ...{ SERVICE_CACHE_SECONDS: '3600', SERVICE_CONNECTIONS: '2' },
};
let services: ServiceProcess[];

beforeAll(async () => {
  services = [await startService(env), await startService(env)];
});

afterAll(() => Promise.all(services.map(({ end }) => end())));

const deploy = (...options: string[]): Promise<Ending> =>
  waitForEnd(spawnService(env, [], ['deploy', folder, '--company', COMPANY, ...options]));

/** Opens the dashboard at each service, and returns the texts of its figure. */
async function figures(): Promise<(string | undefined)[]> {
  const pages = services.map(async ({ url }) => {
    const token = await (await fetch(`${url}/Api/GetToken/${apiKey}/anna/${guid}`)).text();
    const page = await (await fetch(`${url}/Tdb/${token}?whole`)).text();
    return /data-value="(\d+)"/.exec(page)?.[1];
  });
  return Promise.all(pages);
}

it('publishes next to running processes, which show the new version and no kept result', async () => {
  const office = await openOffice(services[0]!.url, adminPassword);
  expect((await publishIn(office, guid, withSql('SELECT 41 AS n'), { version: 0 })).status).toBe(
    200,
  );
  await office.post(`dashboards/${guid}/share`, { accessible: true });
  expect(await figures()).toEqual(['41', '41']);
  const written = await deploy('--out');
  expect(written).toMatchObject({ status: 0, stderr: '' });
  const name = new RegExp(`\\(${guid}\\): written to (.*)`).exec(written.stdout)![1]!;
  const file = join(folder, name, 'counted.sql');
  expect(readFileSync(file, 'utf8')).toBe('SELECT 41 AS n\n');
  writeFileSync(file, 'SELECT 43 AS n\n');
  const dry = await deploy('--publish', '--dry-run');
  expect(dry).toMatchObject({ status: 0, stderr: '' });
  expect(dry.stdout).toContain(`(${guid}): to publish\n  Dataset “counted” changes.\n`);
  expect(await figures()).toEqual(['41', '41']);
  const done = await deploy('--publish');
  expect(done).toMatchObject({ status: 0, stderr: '' });
  expect(done.stdout).toContain(`(${guid}): published\n`);
  expect(await figures()).toEqual(['43', '43']);
  // The editor of an author who started from the version before finds the conflict.
  const late = await publishIn(office, guid, draftOf(), { version: 1 });
  expect([late.status, await late.json()]).toMatchObject([409, { version: 2 }]);
});
