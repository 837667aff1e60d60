import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeComposeLogins } from '../../support/compose-logins.ts';
import { startPostgres } from '../../support/postgres-server.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { readValues } from '../../support/read-values.ts';
import { keepNotices } from '../../support/notices.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'dashboard-backup-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

// The steps are those of docs/production.md.
it('is restored on a new server by pg_dump and pg_restore, with its tokens', async () => {
  const database = await testDatabase();
  const before = createDashboardService({ database, ...SETTINGS });
  const { url } = await before.listen(0);
  const { guid } = before.dashboards[0]!;
  const token = await (await fetch(`${url}/Api/GetToken/${SETTINGS.apiKey}/anna/${guid}`)).text();
  const values = await readValues(fetch(`${url}/Tdb/${token}?whole`));
  const file = join(folder, 'dashboards.dump');
  execFileSync('pg_dump', ['--format=custom', `--file=${file}`, database]);
  await before.close();

  const server = await startPostgres();
  const restored = server.createDatabase();
  execFileSync('psql', ['--quiet', '--command=CREATE ROLE dashboard_reader', restored]);
  const options = ['--clean', '--if-exists', '--no-owner', `--dbname=${restored}`];
  execFileSync('pg_restore', [...options, file]);
  const after = createDashboardService({ database: restored, ...SETTINGS });
  const response = await after.fetch(new Request(`http://localhost/Tdb/${token}?whole`));
  expect(values.length).toBeGreaterThan(5);
  expect([response.status, await readValues(response)]).toEqual([200, values]);
  await after.close();
  await server.stop();
});

it('is moved from a server without the data login to the two logins of compose.yaml', async () => {
  const [old, server] = await Promise.all([startPostgres(), startPostgres()]);
  onTestFinished(async () => void (await Promise.all([old.stop(), server.stop()])));
  // The login of this server is a superuser, as that of older volumes.
  const database = old.createDatabase();
  const before = createDashboardService({ database, ...SETTINGS, onEvent: () => {} });
  const { url } = await before.listen(0);
  const { guid } = before.dashboards[0]!;
  const token = await (await fetch(`${url}/Api/GetToken/${SETTINGS.apiKey}/anna/${guid}`)).text();
  const values = await readValues(fetch(`${url}/Tdb/${token}?whole`));
  await before.close();
  const file = join(folder, 'volume.dump');
  execFileSync('pg_dump', ['--format=custom', `--file=${file}`, database]);

  const logins = await makeComposeLogins(server);
  const options = ['--no-owner', '--no-privileges', `--dbname=${logins.database}`];
  execFileSync('pg_restore', [...options, file]);
  const warnings: string[] = [];
  const after = createDashboardService({ ...logins, ...SETTINGS, onEvent: keepNotices(warnings) });
  const response = await after.fetch(new Request(`http://localhost/Tdb/${token}?whole`));
  expect(values.length).toBeGreaterThan(5);
  expect([response.status, await readValues(response)]).toEqual([200, values]);
  expect(warnings).toEqual([]);
  await after.close();
});
