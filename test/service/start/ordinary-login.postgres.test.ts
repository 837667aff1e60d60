import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { findPostgres, type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';
import { openDashboard } from '../open-dashboard.ts';

const VERSION = Number(/(\d+)\/bin$/.exec(findPostgres() ?? '')?.[1]);
const figures = figuresDashboard(1, {
  quick: 'SELECT count(*) AS n FROM orders',
  state: 'SELECT count(*) AS n FROM dashboard_service.tokens',
});

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.stop());

/** Creates an empty database and a login that may create schemas in it. Returns the login's address. */
async function createDatabase(login: string, may = ''): Promise<string> {
  const address = new URL(server.createDatabase());
  const name = address.pathname.slice(1);
  await runSql(
    address.href,
    `CREATE ROLE "${login}" LOGIN ${may}; GRANT CREATE ON DATABASE ${name} TO "${login}"`,
  );
  address.username = login;
  return address.href;
}

const serve = (database: string): DashboardService =>
  createDashboardService({ database, ...SETTINGS, dashboards: [figures] });

/** Returns the states of two tiles: of data that the readers' role may read, and of the state, which it may not. */
async function open(service: DashboardService): Promise<(string | undefined)[]> {
  const page = await openDashboard(service, figures);
  return ['quick', 'state'].map((id) => stateOf(page, id));
}

it('names the statements that an administrator must run for a login without CREATEROLE, and then starts', async () => {
  const database = await createDatabase('My App');
  const refusal = await serve(database)
    .listen(0)
    .catch((error: unknown) => error as Error);
  expect(refusal).toMatchObject({ name: 'SettingError' });
  const [statements] = /CREATE ROLE.*/.exec((refusal as Error).message)!;
  expect(statements).toBe('CREATE ROLE dashboard_reader; GRANT dashboard_reader TO "My App";');
  const administrator = new URL(database);
  administrator.username = 'service';
  await runSql(administrator.href, statements);

  // The first service fills the database, and the second finds it filled.
  for (const service of [serve(database), serve(database)]) {
    expect(await open(service)).toEqual(['ready', 'error']);
    await service.close();
  }
});

it('names only the missing grant if the role exists', async () => {
  const refused = serve(await createDatabase('plain')).listen(0);
  await expect(refused).rejects.toThrow(/allow it: GRANT dashboard_reader TO plain;$/);
});

// Since PostgreSQL 16, a login that may create roles may not take roles that others created.
it.skipIf(VERSION >= 16)('lets a login that may create roles take the existing one', async () => {
  const service = serve(await createDatabase('maker', 'CREATEROLE'));
  expect(await open(service)).toEqual(['ready', 'error']);
  await service.close();
});
