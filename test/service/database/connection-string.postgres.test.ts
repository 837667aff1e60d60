import {
  createDashboardService,
  type DashboardService,
  type DashboardServiceOptions,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BackOffice, logIn } from '../../support/back-office.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';

const { apiKey, adminPassword } = SETTINGS;
const dashboard = figuresDashboard(1, {
  orders: 'SELECT count(*) AS n FROM orders',
});
const slow = figuresDashboard(2, { slow: 'SELECT 1 AS n, pg_sleep(5)' });
const named = figuresDashboard(3, {
  own: 'SELECT 1 AS n',
  named: 'SELECT count(*) AS n FROM orders',
});
named.definition.datasets.named!.connection = 'Warehouse';
const dashboards = [dashboard, slow, named];

let database: string;
let otherUrl: string;
let service: DashboardService;
let url: string;

beforeAll(async () => {
  database = await testDatabase();
  otherUrl = await testDatabase();
  await runSql(otherUrl, 'CREATE TABLE orders AS SELECT generate_series(1, 7) AS id');
  service = createService();
  ({ url } = await service.listen(0));
});

afterAll(() => service.close());

function createService(options: DashboardServiceOptions = {}): DashboardService {
  const connectionHosts = [new URL(otherUrl).host];
  return createDashboardService({ database, ...SETTINGS, connectionHosts, dashboards, ...options });
}

function askToken(connectionString: string, { guid } = dashboard): Promise<Response> {
  return fetch(`${url}/Api/GetToken/${apiKey}/anna/${guid}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ connectionString }),
  });
}

async function openWith(connectionString: string, shown = dashboard): Promise<string> {
  const token = await (await askToken(connectionString, shown)).text();
  return (await fetch(`${url}/Tdb/${token}`)).text();
}

function withPassword(address: string): string {
  const changed = new URL(address);
  changed.password = 'hunter2';
  return changed.href;
}

it('shows the data of the server in the token request', async () => {
  expect(await openWith(withPassword(otherUrl))).toContain('data-value="7"');
  expect(await openWith('')).not.toContain('data-value="7"');
});

it.each([
  ['path', `/${apiKey}/anna/${dashboard.guid}`],
  ['query', `?apiKey=${apiKey}&sessionID=anna&dashboardGuid=${dashboard.guid}`],
])(
  'shows the data if the body is only the string, and the rest is in the %s',
  async (_, parameters) => {
    const answer = await fetch(`${url}/Api/GetToken${parameters}`, {
      method: 'POST',
      headers: { 'Content-Type': 'text/plain' },
      body: otherUrl,
    });
    const page = await fetch(`${url}/Tdb/${await answer.text()}`);
    expect(await page.text()).toContain('data-value="7"');
  },
);

it.each([
  ['another server', 'postgres://me:hunter2@192.0.2.1/app'],
  ['another server after the allowed one', 'postgres://me:hunter2@HOST,192.0.2.1/app'],
  ['a server in a parameter', 'postgres://me:hunter2@/app?host=192.0.2.1'],
  ['a broken password', 'postgres://me:hunter2%@HOST/app'],
  ['another server of MariaDB', 'mysql://me:hunter2@192.0.2.1/app'],
  ['no address', 'Server=HOST;Password=hunter2'],
])('refuses %s, and does not repeat it', async (_, text) => {
  const response = await askToken(text.replace('HOST', new URL(otherUrl).host));
  const body = await response.text();
  expect([response.status, body]).toEqual([400, expect.stringContaining('connection-not-allowed')]);
  expect(body).not.toMatch(/hunter2|192\.0\.2\.1/);
});

it('keeps the string sealed, and only until the token ends', async () => {
  await openWith(withPassword(otherUrl));
  const read = (): Promise<Record<string, unknown>[]> =>
    runSql(
      database,
      `SELECT to_json(tokens)::text AS row, connection_string_sealed AS sealed
       FROM dashboard_service.tokens`,
    );
  const kept = await read();
  expect(kept.some(({ sealed }) => sealed)).toBe(true);
  expect(JSON.stringify(kept)).not.toMatch(/hunter2|postgres:/);
  await fetch(`${url}/api/logout/${apiKey}/anna`);
  expect((await read()).filter(({ sealed }) => sealed)).toEqual([]);
});

it('opens nothing once its server is no longer allowed', async () => {
  const token = await (await askToken(otherUrl)).text();
  const stricter = createDashboardService({ database, ...SETTINGS, dashboards });
  const page = await stricter.fetch(new Request(`http://service.test/Tdb/${token}`));
  expect(page.status).toBe(401);
  await stricter.close();
});

it('reveals nothing about a missing database', async () => {
  const page = await openWith(withPassword(`${otherUrl}_gone`));
  expect(stateOf(page, 'orders')).toBe('error');
  expect(page).not.toMatch(/hunter2|_gone|does not exist/);
});

it('stops a query that takes too long', async () => {
  const token = await (await askToken(otherUrl, slow)).text();
  const impatient = createService({ queryLimitMs: 300 });
  const answer = await impatient.fetch(new Request(`http://service.test/Tdb/${token}`));
  const page = await answer.text();
  expect(stateOf(page, 'slow')).toBe('error');
  expect(page).toContain('This took too long');
  await impatient.close();
});

describe('a data connection of a company', () => {
  let office: BackOffice;

  beforeAll(async () => {
    office = await logIn(url, adminPassword);
  });

  const change = (fields: Record<string, string>, path = ''): Promise<Response> =>
    office.post(`companies/1/connections${path}`, new URLSearchParams(fields));
  const connect = (connectionString: string): Promise<Response> =>
    change({ name: 'Warehouse', connectionString });

  it('has the data of its datasets while it exists, unless a token has a connection string', async () => {
    const states = async () => {
      const page = await openWith('', named);
      return [stateOf(page, 'named'), stateOf(page, 'own')];
    };
    expect(await states()).toEqual(['error', 'ready']);
    expect((await connect(withPassword(otherUrl))).status).toBe(303);
    const page = await openWith('', named);
    for (const value of [7, 1]) expect(page).toContain(`data-value="${value}"`);
    expect(page).not.toContain('hunter2');

    const anotherUrl = await testDatabase();
    await runSql(anotherUrl, 'CREATE TABLE orders AS SELECT generate_series(1, 3) AS id');
    await connect(anotherUrl);
    expect(await openWith('', named)).toContain('data-value="3"');
    expect(await openWith(otherUrl, named)).toContain('data-value="7"');
    await change({ name: 'Warehouse' }, '/remove');
    expect(await states()).toEqual(['error', 'ready']);
  });

  it.each([
    ['unknown user', { username: 'stranger' }, 'The server refuses the login.'],
    ['unknown database', { pathname: '/nowhere' }, 'The server has no such database'],
  ])('is not saved with an %s, and the reason is shown', async (_, changes, reason) => {
    await connect(otherUrl);
    const changed = Object.assign(new URL(withPassword(otherUrl)), changes);
    const refusal = await connect(changed.href);
    const text = await refusal.text();
    expect([refusal.status, text]).toEqual([400, expect.stringContaining(`Not saved. ${reason}`)]);
    expect(text).not.toMatch(/hunter2|stranger|nowhere/);
    expect(await openWith('', named)).toContain('data-value="7"');
  });
});
