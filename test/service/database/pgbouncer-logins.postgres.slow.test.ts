import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkData } from '../../../service/src/data-check/check-data.ts';
import { toDataLogin } from '../../../service/src/start/data-login.ts';
import { hasPgBouncer, type Pooler, startPgBouncer } from '../../support/pgbouncer.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';
import { BORDER_ATTACKS, SERVER_ATTACKS, WRITE_ATTACKS } from '../api/border-attacks.ts';
import { holdLock } from './held-lock.ts';

const { apiKey, queryLimitMs } = SETTINGS;
const DATA_LOGIN = 'data_reader';
/** The connections of PgBouncer to the server for each login. */
const SERVER_CONNECTIONS = 2;
const READERS = 6;

/** A dataset that has a row only if the condition is true. Each reader has an own query. */
const onlyIf = (condition: string): string =>
  `SELECT 1 AS n WHERE ${condition} AND :Tenant::int >= 0`;

const allowed = {
  quick: 'SELECT count(*) AS n FROM orders',
  login: onlyIf(`current_user = '${DATA_LOGIN}' AND session_user = '${DATA_LOGIN}'`),
  zone: onlyIf(`current_setting('TimeZone') = 'UTC'`),
  limit: onlyIf(
    `(SELECT setting FROM pg_settings WHERE name = 'statement_timeout') = '${queryLimitMs}'`,
  ),
  reading: onlyIf(`current_setting('transaction_read_only') = 'on'`),
};
const refused = {
  write: `SELECT nextval('public.numbers') AS n`,
  ...BORDER_ATTACKS,
  ...SERVER_ATTACKS,
  ...WRITE_ATTACKS,
};
const figures = figuresDashboard(1, { ...allowed, ...refused });
const held = figuresDashboard(2, {
  held: 'SELECT :Tenant::int AS n FROM pg_advisory_xact_lock_shared(1)',
});

let server: PostgresServer;
let administrator: string;
let pooler: Pooler;
let database: string;
let dataUrl: string;

/** Starts PgBouncer with the owner of a database, whose own settings are all wrong, and its data login. */
async function startLogins(): Promise<void> {
  server = await startPostgres();
  administrator = server.createDatabase();
  const owner = new URL(administrator);
  owner.username = 'owner';
  const login = toDataLogin(owner.href, { name: DATA_LOGIN });
  const name = owner.pathname.slice(1);
  await runSql(
    administrator,
    `CREATE ROLE owner LOGIN; ALTER DATABASE ${name} OWNER TO owner; ${login.statements.join('\n')}
     REVOKE CREATE ON SCHEMA public FROM PUBLIC;
     CREATE SEQUENCE public.numbers; GRANT ALL ON public.numbers TO PUBLIC;
     ALTER DATABASE ${name} SET TimeZone = 'Asia/Kathmandu'; ALTER DATABASE ${name} SET search_path = nowhere;
     ALTER DATABASE ${name} SET statement_timeout = '1h'`,
  );
  const logins = [owner.href, login.address];
  pooler = await startPgBouncer(administrator, 'transaction', SERVER_CONNECTIONS, logins);
  database = pooler.addressOf(owner.href);
  dataUrl = pooler.addressOf(login.address);
}

const serve = (more: { dataUrl: string }): DashboardService =>
  createDashboardService({
    ...SETTINGS,
    database,
    dashboards: [figures, held],
    ...more,
  });

const call = (service: DashboardService, path: string): Promise<Response> =>
  service.fetch(new Request(`http://service.test${path}`));

const getToken = (service: DashboardService, { guid }: { guid: string }, session: number) =>
  call(
    service,
    `/Api/GetToken/${apiKey}/reader-${session}/${guid}?SQLparameters=Tenant=${session}`,
  );

async function open(service: DashboardService, dashboard: { guid: string }, session: number) {
  const token = await (await getToken(service, dashboard, session)).text();
  return (await call(service, `/Tdb/${token}`)).text();
}

const eachReader = <Result>(read: (session: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: READERS }, (_, session) => read(session)));

describe.skipIf(!hasPgBouncer)('SERVICE_DATA_URL behind PgBouncer in transaction mode', () => {
  beforeAll(startLogins);

  afterAll(async () => {
    await pooler.stop();
    await server.stop();
  });

  it('has its own login and settings in each query, and is the border for authors', async () => {
    const service = serve({ dataUrl });
    const pages = await eachReader((session) => open(service, figures, session));
    const states = Object.fromEntries([
      ...Object.keys(allowed).map((id) => [id, 'ready']),
      ...Object.keys(refused).map((id) => [id, 'error']),
    ]);
    for (const page of pages) {
      const ids = Object.keys(states);
      expect(Object.fromEntries(ids.map((id) => [id, stateOf(page, id)]))).toEqual(states);
    }
    await service.close();
  });

  it('leaves the connections of the state free while queries have all of its own', async () => {
    const { countWaiting, release } = await holdLock(administrator);
    const service = serve({ dataUrl });
    const pages = eachReader((session) => open(service, held, session));
    await expect.poll(countWaiting).toBe(SERVER_CONNECTIONS);
    expect((await getToken(service, figures, READERS)).status).toBe(200);
    expect(await countWaiting()).toBe(SERVER_CONNECTIONS);
    await release();
    expect((await pages).map((page) => stateOf(page, 'held'))).toEqual(
      Array.from({ length: READERS }, () => 'ready'),
    );
    await service.close();
  });

  it('holds in all 46 checks of check-data', async () => {
    const lines: string[] = [];
    const status = await checkData(dataUrl, (line) => lines.push(line));
    expect(lines.filter((line) => / {2}failed {2}/.test(line))).toEqual([]);
    expect([status, lines.at(-1)]).toEqual([0, '46 of 46 checks hold.']);
  });

  it('does not start with a wrong password, and does not repeat it', async () => {
    const wrong = new URL(dataUrl);
    wrong.password = 'wrong-secret';
    const service = serve({ dataUrl: wrong.href });
    const error: unknown = await service.listen(0).catch((reason: unknown) => reason);
    expect(String(error)).toContain('is refused by the server');
    await service.close();
  });
});
