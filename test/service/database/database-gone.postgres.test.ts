import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { logIn, postTo } from '../../support/back-office.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { type PostgresServer, startPostgres } from '../../support/postgres-server.ts';
import { runSql, SETTINGS } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { keepNotices } from '../../support/notices.ts';

const PATIENCE = { timeout: PATIENCE_MS };
const { apiKey, adminPassword } = SETTINGS;
const slow = figuresDashboard(1, { slow: 'SELECT 1 AS n, pg_sleep(60)' });
const quick = figuresDashboard(2, { quick: 'SELECT count(*) AS n FROM orders' });

let server: PostgresServer;
/** The address of another database, with another login than that of the service. */
let administrator: string;
let database: string;
let service: DashboardService;
let url: string;
const log = vi.spyOn(console, 'error').mockReturnValue();

beforeAll(async () => {
  server = await startPostgres();
  administrator = server.createDatabase();
  await runSql(administrator, 'CREATE ROLE guest LOGIN SUPERUSER');
  database = Object.assign(new URL(server.createDatabase()), { username: 'guest' }).href;
});

beforeEach(async () => {
  log.mockClear();
  const dashboards = [slow, quick];
  service = createDashboardService({
    database,
    ...SETTINGS,
    dashboards,
  });
  ({ url } = await service.listen(0));
});

afterEach(() => service.close());

afterAll(() => server.stop());

const getToken = ({ guid } = quick): Promise<Response> =>
  fetch(`${url}/Api/GetToken/${apiKey}/anna/${guid}`);

const logOut = (): Promise<Response> => fetch(`${url}/api/logout/${apiKey}/anna`);

const open = async (dashboard = quick): Promise<Response> =>
  fetch(`${url}/Tdb/${await (await getToken(dashboard)).text()}`);

/** Waits until the slow query runs. */
async function untilRunning(): Promise<void> {
  const sql = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'FETCH%'`;
  await vi.waitUntil(async () => (await runSql(database, sql)).length > 0, PATIENCE);
}

const nameOf = (address: string): string => new URL(address).pathname.slice(1);

/** Ends all connections to the database, and waits until they have ended. */
const endConnections = (): Promise<unknown> =>
  runSql(
    administrator,
    `SELECT pg_terminate_backend(pid, ${PATIENCE_MS}) FROM pg_stat_activity WHERE datname = '${nameOf(database)}'`,
  );

it('answers 503 while the database is down, and recovers when it is back', async () => {
  const token = await (await getToken()).text();
  const office = await logIn(url, adminPassword);
  const password = new URLSearchParams({ password: adminPassword });
  await server.end();
  const pages = [await office.get('companies'), await postTo(url, 'login', password)];
  const call = await office.post('companies/1/key/reveal');
  for (const response of [await getToken(), await logOut(), ...pages, call]) {
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
    expect(response.headers.get('set-cookie')).toBeNull();
    const text = await response.text();
    expect(text).not.toMatch(/ECONN|127\.0\.0\.1|postgres/);
    if (pages.includes(response)) expect(text).toContain('The database cannot be reached');
    if (response === call)
      expect(JSON.parse(text)).toMatchObject({ error: { code: 'unavailable' } });
  }
  const shown = await fetch(`${url}/Tdb/${token}?theme=dark`);
  const page = await shown.text();
  const health = await fetch(`${url}/health`);
  expect([health.status, await health.json()]).toEqual([503, { status: 'unavailable' }]);
  expect((await fetch(`${url}/live`)).status).toBe(200);
  expect(log.mock.calls.flat().join()).not.toMatch(/postgres:|127\.0\.0\.1:|SELECT/);

  // Readers see a page that reloads automatically.
  const seconds = Number(shown.headers.get('retry-after'));
  expect([shown.status, seconds >= 5 && seconds <= 10]).toEqual([503, true]);
  expect(page).toContain(`<meta http-equiv="refresh" content="${seconds}" />`);
  expect(page).toContain('This dashboard isn’t available right now');
  expect(page).toContain('data-theme="dark"');
  expect(page).not.toContain(token);

  await server.start();
  expect((await getToken()).status).toBe(200);
  expect((await fetch(`${url}/Tdb/${token}`)).status).toBe(200);
  expect((await logOut()).status).toBe(204);
  expect((await fetch(`${url}/Tdb/${token}`)).status).toBe(401);
  expect(await (await office.post('companies/1/key/reveal')).json()).toEqual({ apiKey });
  expect((await postTo(url, 'login', password)).status).toBe(303);
});

it('says at its checks that the database takes no writes', async () => {
  const makeReadOnly = async (value: 'on' | 'off') => {
    const setting = `SET default_transaction_read_only = ${value}`;
    await runSql(administrator, `ALTER DATABASE ${nameOf(database)} ${setting}`);
    await endConnections();
  };
  const statuses = async () =>
    Promise.all(
      ['health', 'ready', 'live'].map(async (path) => (await fetch(`${url}/${path}`)).status),
    );
  await makeReadOnly('on');
  await expect.poll(statuses, PATIENCE).toEqual([503, 503, 200]);
  expect((await getToken()).status).toBe(503);
  await makeReadOnly('off');
  await expect.poll(statuses, PATIENCE).toEqual([200, 200, 200]);
  expect((await getToken()).status).toBe(200);
});

it('waits at its start for a server that is away', async () => {
  await server.end();
  const lines: string[] = [];
  const late = createDashboardService({
    database,
    ...SETTINGS,
    onEvent: keepNotices(lines, 'info'),
    startWaitMs: 3_600_000,
  });
  const listening = late.listen(0);
  await vi.waitUntil(() => lines.length > 0, PATIENCE);
  expect(lines).toEqual([
    expect.stringMatching(/^The database server cannot be used now: .* for up to 3600 seconds\.$/),
  ]);
  await server.start();
  const { url: address } = await listening;
  expect((await fetch(`${address}/health`)).status).toBe(200);
  await late.close();

  await server.end();
  const hasty = createDashboardService({ database, ...SETTINGS, startWaitMs: 0 });
  await expect(hasty.listen(0)).rejects.toMatchObject({ code: 'unavailable' });
  await hasty.close();
  await server.start();
});

it.each([
  {
    what: 'its database does not exist',
    lose: (name: string) => `ALTER DATABASE ${name} RENAME TO another`,
    restore: (name: string) => `ALTER DATABASE another RENAME TO ${name}`,
    code: '3D000',
  },
  {
    what: 'its login is refused',
    lose: () => 'ALTER ROLE guest NOLOGIN',
    restore: () => 'ALTER ROLE guest LOGIN',
    code: '28000',
  },
])('answers 503 while $what, and recovers afterwards', async ({ lose, restore, code }) => {
  const office = await logIn(url, adminPassword);
  await endConnections();
  await runSql(administrator, lose(nameOf(database)));
  await endConnections();
  // A connection that is still ending is not yet a refused one, so wait for the refusal in the log.
  await vi.waitUntil(async () => {
    for (const response of [await getToken(), await office.get('companies')]) {
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '2']);
    }
    return log.mock.calls.flat().join().includes(`code=${code}`);
  }, PATIENCE);
  await runSql(administrator, restore(nameOf(database)));
  expect((await getToken()).status).toBe(200);
  expect((await office.get('companies')).status).toBe(200);
});

it('survives a connection that breaks while a query runs on it', async () => {
  const page = open(slow);
  await untilRunning();
  await endConnections();
  expect(stateOf(await (await page).text(), 'slow')).toBe('error');
  expect(stateOf(await (await open()).text(), 'quick')).toBe('ready');
});
