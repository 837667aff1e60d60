import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it, onTestFinished } from 'vitest';
import { makeComposeLogins } from '../../support/compose-logins.ts';
import { keepNotices } from '../../support/notices.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { readValues } from '../../support/read-values.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { useFolder } from '../../support/use-folder.ts';

const file = join(useFolder(), 'dashboards.dump');

async function startServer(): Promise<PostgresServer> {
  const server = await startPostgres();
  onTestFinished(() => server.stop());
  return server;
}

/** Opens a dashboard, and dumps the database of its service. Returns the token and the values on the page. */
async function dump(database: string): Promise<{ token: string; values: string[] }> {
  const service = createDashboardService({ database, ...SETTINGS, onEvent: () => {} });
  const { url } = await service.listen(0);
  const { guid } = service.dashboards[0]!;
  const token = await (await fetch(`${url}/Api/GetToken/${SETTINGS.apiKey}/anna/${guid}`)).text();
  const values = await readValues(fetch(`${url}/Tdb/${token}?whole`));
  await service.close();
  execFileSync('pg_dump', ['--format=custom', `--file=${file}`, database]);
  expect(values.length).toBeGreaterThan(5);
  return { token, values };
}

/** Expects that a service on the restored database shows the same. Returns its warnings. */
async function expectSame(
  place: { database: string },
  { token, values }: Awaited<ReturnType<typeof dump>>,
): Promise<string[]> {
  const warnings: string[] = [];
  const service = createDashboardService({
    ...{ ...place, ...SETTINGS },
    onEvent: keepNotices(warnings),
  });
  const response = await service.fetch(new Request(`http://localhost/Tdb/${token}?whole`));
  expect([response.status, await readValues(response)]).toEqual([200, values]);
  await service.close();
  return warnings;
}

// The steps are those of docs/production.md.
it('is restored on a new server by pg_dump and pg_restore, with its tokens', async () => {
  const before = await dump(await testDatabase());
  const database = (await startServer()).createDatabase();
  execFileSync('psql', ['--quiet', '--command=CREATE ROLE dashboard_reader', database]);
  const options = ['--clean', '--if-exists', '--no-owner', `--dbname=${database}`];
  execFileSync('pg_restore', [...options, file]);
  await expectSame({ database }, before);
});

it('is moved from a server without the data login to the two logins of compose.yaml', async () => {
  // The login of this server is a superuser, as that of older volumes.
  const before = await dump((await startServer()).createDatabase());
  const logins = await makeComposeLogins(await startServer());
  const options = ['--no-owner', '--no-privileges', `--dbname=${logins.database}`];
  execFileSync('pg_restore', [...options, file]);
  expect(await expectSame(logins, before)).toEqual([]);
});
