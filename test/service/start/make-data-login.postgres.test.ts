import { createDashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { makeComposeLogins } from '../../support/compose-logins.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';
import { BORDER_ATTACKS } from '../api/border-attacks.ts';
import { type Ending, spawnService, waitForEnd } from '../service-process.ts';
import { openDashboard } from '../open-dashboard.ts';
import { keepNotices } from '../../support/notices.ts';

const figures = figuresDashboard(1, {
  quick: 'SELECT count(*) AS n FROM orders',
  ...BORDER_ATTACKS,
});

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.stop());

/** Runs the command of the service. */
const run = (DATABASE_URL: string, ...args: string[]): Promise<Ending> =>
  waitForEnd(spawnService({ DATABASE_URL }, [], args));

/** Returns the datasets that a service with two logins can run, and its warnings. */
async function serve(database: string, dataUrl: string): Promise<[string[], string[]]> {
  const warnings: string[] = [];
  const onEvent = keepNotices(warnings);
  const options = { ...SETTINGS, dashboards: [figures], database, dataUrl, onEvent };
  const service = createDashboardService(options);
  onTestFinished(() => service.close());
  const page = await openDashboard(service, figures);
  const ids = Object.keys(figures.definition.datasets);
  return [ids.filter((id) => stateOf(page, id) === 'ready'), warnings];
}

/** Creates a database that a login owns, with these attributes. Returns the superuser's and the owner's address. */
async function createDatabase(attributes = '') {
  const superuser = server.createDatabase();
  const name = new URL(superuser).pathname.slice(1);
  await runSql(
    superuser,
    `CREATE ROLE owner_of_${name} LOGIN ${attributes}; ALTER DATABASE ${name} OWNER TO owner_of_${name}`,
  );
  return { superuser, owner: superuser.replace('service:any', `owner_of_${name}:any`) };
}

/** Runs the command for a database, and what it prints as the login of an address. Returns the address of the new login. */
async function makeLogin(runner: string, database: string, ...options: string[]): Promise<string> {
  const { status, stdout, stderr } = await run(database, 'make-data-login', ...options);
  expect([status, stderr]).toEqual([0, '']);
  const [, address = ''] = /^-- SERVICE_DATA_URL=(\S+)$/m.exec(stdout)!;
  expect(new URL(address).password).toMatch(/^[\w-]{32}$/);
  expect(/pg_dump/.test(stdout)).toBe(options.length > 0);
  // The tests share a server.
  const name = `data_of_${new URL(database).pathname.slice(1)}`;
  await runSql(runner, `${stdout}; ALTER ROLE dashboard_data RENAME TO ${name}`);
  return address.replace('dashboard_data', name);
}

/** Returns which of some functions a login may call. */
async function findCallable(address: string): Promise<unknown> {
  const rows = await runSql(
    address,
    `SELECT name FROM unnest(ARRAY['set_config', 'pg_logical_emit_message', 'pg_notify']) AS name
     WHERE (SELECT bool_or(has_function_privilege(oid, 'EXECUTE')) FROM pg_proc WHERE proname = name)`,
  );
  return rows.map(({ name }) => name);
}

it('make-data-login prints statements that the login of the service can run', async () => {
  const { owner } = await createDatabase('CREATEROLE');
  const address = await makeLogin(owner, owner);
  expect(await serve(owner, address)).toEqual([['quick'], []]);
});

it.each([
  [[], ['set_config', 'pg_notify']],
  [['--without-set-config'], ['pg_notify']],
])('make-data-login %j takes functions from all but the owner', async (options, callable) => {
  const { superuser, owner } = await createDatabase();
  const address = await makeLogin(superuser, owner, ...options);
  expect(await findCallable(address)).toEqual(callable);
  expect(await findCallable(owner)).toEqual(['set_config', 'pg_logical_emit_message', 'pg_notify']);
  expect(await serve(owner, address)).toEqual([['quick'], []]);
});

it('make-data-login needs PostgreSQL, and other commands are unknown', async () => {
  const refused = await run('memory:', 'make-data-login');
  expect(refused).toEqual({
    status: 1,
    stdout: '',
    stderr: 'embedded-dashboard-service: make-data-login needs DATABASE_URL with postgres://….\n',
  });
  for (const argument of ['make-data-logins', '--without-set-config']) {
    const unknown = await run('memory:', argument);
    expect([unknown.status, unknown.stderr]).toEqual([
      1,
      'embedded-dashboard-service: Unknown command or wrong arguments; see --help.\n',
    ]);
  }
});

it('compose.yaml makes two ordinary logins, which pass all checks', async () => {
  // The other tests make a login of the same name.
  const ownServer = await startPostgres();
  onTestFinished(() => ownServer.stop());
  const { database, dataUrl } = await makeComposeLogins(ownServer);
  expect(await serve(database, dataUrl)).toEqual([['quick'], []]);
});
