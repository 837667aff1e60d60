import {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
  SettingError,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertAccepted } from '../../../service/src/start/data-login.ts';
import { toDataLogin } from '../../../service/src/start/make-data-login.ts';
import { parsePostgresAddress } from '../../../service/src/database/postgres/postgres-address.ts';
import { PostgresPool } from '../../../service/src/database/postgres/postgres-pool.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';
import { BORDER_ATTACKS, SERVER_ATTACKS, WRITE_ATTACKS } from '../api/border-attacks.ts';
import { openDashboard } from '../open-dashboard.ts';
import { keepNotices } from '../../support/notices.ts';

const figures = figuresDashboard(1, {
  quick: 'SELECT count(*) AS n FROM orders',
  version: 'SELECT version AS n FROM demo_version',
  ...BORDER_ATTACKS,
  ...SERVER_ATTACKS,
  ...WRITE_ATTACKS,
});

const SERVER_ROLES = [
  'pg_execute_server_program',
  'pg_read_server_files',
  'pg_signal_backend',
  'pg_write_server_files',
];

let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres();
});

afterAll(() => server.stop());

let logins = 0;

/** Creates an empty database that an ordinary login owns, and returns that login's address. */
async function createDatabase(): Promise<string> {
  logins += 1;
  const address = new URL(server.createDatabase());
  const name = address.pathname.slice(1);
  await runSql(
    address.href,
    `CREATE ROLE owner_${logins} LOGIN; ALTER DATABASE ${name} OWNER TO owner_${logins}`,
  );
  address.username = `owner_${logins}`;
  return address.href;
}

const asSuperuser = (database: string): string => {
  const address = new URL(database);
  address.username = 'service';
  return address.href;
};

/** Creates a login for the data as the command prints it, and returns its address. */
async function createDataLogin(database: string, more = ''): Promise<string> {
  logins += 1;
  const { address, statements } = toDataLogin(database, { name: `Data ${logins}` });
  await runSql(asSuperuser(database), statements.join('\n') + more);
  return address;
}

const serve = (options: DashboardServiceOptions): DashboardService =>
  createDashboardService({ ...SETTINGS, dashboards: [figures], ...options });

/** Returns the states of the tiles. */
async function open(service: DashboardService): Promise<Record<string, string | undefined>> {
  const page = await openDashboard(service, figures);
  const ids = Object.keys(figures.definition.datasets);
  return Object.fromEntries(ids.map((id) => [id, stateOf(page, id)]));
}

/** Starts a service and returns its error. */
async function refusalOf(options: DashboardServiceOptions): Promise<unknown> {
  const service = serve(options);
  return service.listen(0).then(
    () => service.close(),
    (error: unknown) => error,
  );
}

describe('the data login', () => {
  it('is the border for authors: no SELECT reaches the state, files or other connections', async () => {
    const database = await createDatabase();
    const warnings: string[] = [];
    const dataUrl = await createDataLogin(database);
    // The second service finds the database filled.
    for (const onEvent of [keepNotices(warnings), undefined]) {
      const service = serve({ database, dataUrl, onEvent });
      const { quick, ...others } = await open(service);
      expect(quick).toBe('ready');
      expect(Object.entries(others).filter(([, state]) => state !== 'error')).toEqual([]);
      await service.close();
    }
    expect(warnings).toEqual([]);
  });

  it('gets its grants also if the data were made before', async () => {
    const database = await createDatabase();
    const first = serve({ database: asSuperuser(database) });
    expect((await open(first)).quick).toBe('ready');
    await first.close();
    const dataUrl = await createDataLogin(database);
    const second = serve({ database: asSuperuser(database), dataUrl });
    expect((await open(second)).quick).toBe('ready');
    await second.close();
  });

  it.each<[string, (login: string, owner: string) => string, RegExp]>([
    ['is a superuser', (login) => `ALTER ROLE ${login} SUPERUSER`, /superuser/],
    ['is a member of the owner', (login, owner) => `GRANT ${owner} TO ${login}`, /owner/],
    [
      'can read a state table',
      (login) => `GRANT SELECT (name) ON dashboard_service.companies TO ${login}`,
      /state/,
    ],
    [
      'can take a role that reads the state',
      (login) =>
        `CREATE ROLE peeper; GRANT SELECT ON dashboard_service.tokens TO peeper;
         GRANT peeper TO ${login}; ALTER ROLE ${login} NOINHERIT`,
      /state/,
    ],
    ['reads all data', (login) => `GRANT pg_read_all_data TO ${login}`, /state/],
    [
      'reads or writes files, runs programs or ends connections',
      (login) => SERVER_ROLES.map((role) => `GRANT ${role} TO ${login};`).join(''),
      new RegExp(SERVER_ROLES.join(', ')),
    ],
  ])('is refused if it %s', async (_, toSql, reason) => {
    const database = await createDatabase();
    const dataUrl = await createDataLogin(database);
    const first = serve({ database, dataUrl });
    await (await first.listen(0)).close();
    await first.close();
    const [login, owner] = [dataUrl, database].map((each) =>
      decodeURIComponent(new URL(each).username),
    );
    await runSql(asSuperuser(database), toSql(`"${login}"`, owner!));
    const error = await refusalOf({ database, dataUrl });
    expect(error).toBeInstanceOf(SettingError);
    expect((error as Error).message).toMatch(/^SERVICE_DATA_URL: [^\n]+$/);
    expect((error as Error).message).toMatch(reason);
  });

  it('is refused if it is that of DATABASE_URL, or is not accepted by the server', async () => {
    const database = await createDatabase();
    expect(await refusalOf({ database, dataUrl: database })).toMatchObject({
      message: expect.stringMatching(/^SERVICE_DATA_URL: .*owner/),
    });
    const unknown = new URL(database);
    unknown.username = 'nobody_knows';
    expect(await refusalOf({ database, dataUrl: unknown.href })).toMatchObject({
      message: expect.stringMatching(/^SERVICE_DATA_URL: .*refused by the server/),
    });
  });

  it('is not blamed for another failure', async () => {
    const address = parsePostgresAddress(await createDatabase())!;
    const pool = new PostgresPool({ address, size: 1, readLimitMs: 1000 });
    await pool.close();
    await expect(assertAccepted(pool)).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('without a data login', () => {
  it('authors reach all that its login may, and each start warns', async () => {
    const database = asSuperuser(await createDatabase());
    for (const round of [1, 2]) {
      const warnings: string[] = [];
      const service = serve({ database, onEvent: keepNotices(warnings) });
      // SQL can leave the readers' role.
      const { quick, state, hashes, statistics, file } = await open(service);
      expect([quick, state]).toEqual(['ready', 'error']);
      expect([hashes, statistics, file]).toEqual(['ready', 'ready', 'ready']);
      await service.close();
      expect([round, warnings]).toEqual([
        round,
        [
          expect.stringMatching(/^DATABASE_URL: .*superuser/),
          expect.stringMatching(/^SERVICE_DATA_URL is not set: .*make-data-login/),
        ],
      ]);
    }
  });
});
