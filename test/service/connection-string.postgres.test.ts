import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figuresDashboard, stateOf } from '../support/figures-dashboard.ts';
import { runSql, SECRET, testDatabase } from '../support/test-database.ts';

const apiKey = 'demo-key';
const secret = SECRET;
const dashboard = figuresDashboard(1, {
  orders: 'SELECT count(*) AS n FROM orders',
  write: 'DELETE FROM orders RETURNING 1 AS n',
});

let database: string;
let otherUrl: string;
let service: DashboardService;
let url: string;

beforeAll(async () => {
  database = await testDatabase();
  otherUrl = await testDatabase();
  await runSql(otherUrl, 'CREATE TABLE orders AS SELECT generate_series(1, 7) AS id');
  const connectionHosts = [new URL(otherUrl).host];
  const options = { database, apiKey, secret, connectionHosts, dashboards: [dashboard] };
  service = createDashboardService(options);
  ({ url } = await service.listen(0));
});

afterAll(() => service.close());

function askToken(connectionString: string): Promise<Response> {
  return fetch(`${url}/Api/GetToken/${apiKey}/anna/${dashboard.guid}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ connectionString }),
  });
}

async function openWith(connectionString: string): Promise<string> {
  const token = await (await askToken(connectionString)).text();
  return (await fetch(`${url}/Tdb/${token}`)).text();
}

function withPassword(address: string): string {
  const changed = new URL(address);
  changed.password = 'hunter2';
  return changed.href;
}

it('shows the data of the server that the token was asked for with', async () => {
  expect(await openWith(withPassword(otherUrl))).toContain('data-value="7"');
  expect(await openWith('')).not.toContain('data-value="7"');
});

it('only reads there', async () => {
  expect(stateOf(await openWith(otherUrl), 'write')).toBe('error');
  expect(await runSql(otherUrl, 'SELECT count(*)::int AS n FROM orders')).toEqual([{ n: 7 }]);
});

it.each([
  ['another server', 'postgres://me:hunter2@192.0.2.1/app'],
  ['another port', 'postgres://me:hunter2@127.0.0.1:1/app'],
  ['another server behind the allowed one', 'postgres://me:hunter2@HOST,192.0.2.1/app'],
  ['a server in a parameter', 'postgres://me:hunter2@/app?host=192.0.2.1'],
  ['nobody’s name', 'postgres://HOST/app'],
  ['no password', 'postgres://me@HOST/app'],
  ['no database', 'postgres://me:hunter2@HOST'],
  ['a broken password', 'postgres://me:hunter2%@HOST/app'],
  ['a parameter of the server', 'postgres://me:hunter2@HOST/app?options=-crole'],
  ['a way to encrypt that is not known', 'postgres://me:hunter2@HOST/app?sslmode=prefer'],
  ['another kind of database', 'mysql://me:hunter2@HOST/app'],
  ['no address', 'Server=HOST;Password=hunter2'],
])('refuses %s, and does not repeat it', async (_, text) => {
  const response = await askToken(text.replace('HOST', new URL(otherUrl).host));
  const body = await response.text();
  expect([response.status, body]).toEqual([400, expect.stringContaining('connection-not-allowed')]);
  expect(body).not.toMatch(/hunter2|192\.0\.2\.1/);
});

it('keeps it sealed, and no longer than the token lives', async () => {
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

it('opens nothing once its server is not allowed any more', async () => {
  const token = await (await askToken(otherUrl)).text();
  const stricter = createDashboardService({ database, apiKey, secret, dashboards: [dashboard] });
  const page = await stricter.fetch(new Request(`http://service.test/Tdb/${token}`));
  expect(page.status).toBe(401);
  await stricter.close();
});

it('says nothing of a database that is not there', async () => {
  const page = await openWith(withPassword(`${otherUrl}_gone`));
  expect(stateOf(page, 'orders')).toBe('error');
  expect(page).not.toMatch(/hunter2|_gone|does not exist/);
});
