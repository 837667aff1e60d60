import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';

const { apiKey } = SETTINGS;
/**
 * One dataset more than there are data connections. Each query takes longer than connecting may take. The queries differ,
 * because equal ones run once.
 */
const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const slow = figuresDashboard(
  1,
  Object.fromEntries(names.map((name) => [name, `SELECT 1 AS n, pg_sleep(6) AS ${name}`])),
);
/** Of the eight connections of a process, three serve calls and five read data. */
const STATE_CONNECTIONS = 3;

let database: string;
let service: DashboardService;
let url: string;

beforeAll(async () => {
  database = await testDatabase();
  service = createDashboardService({ database, ...SETTINGS, dashboards: [slow] });
  ({ url } = await service.listen(0));
});

afterAll(() => service.close());

it('shows all datasets of a dashboard that has more datasets than connections', async () => {
  const issued = await fetch(`${url}/Api/GetToken/${apiKey}/anna/${slow.guid}`);
  const page = await (await fetch(`${url}/Tdb/${await issued.text()}?whole`)).text();
  expect(names.map((name) => stateOf(page, name))).toEqual(names.map(() => 'ready'));
});

it('answers 503 to a call that would wait too long, and eventually answers the others', async () => {
  const holder = new pg.Client(database);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE dashboard_service.tokens');
  const calls = Array.from({ length: STATE_CONNECTIONS + 1 }, () =>
    fetch(`${url}/api/logout/${apiKey}/anna`),
  );
  const first = await Promise.race(calls);
  expect([first.status, first.headers.get('Retry-After')]).toEqual([503, '2']);
  expect((await fetch(`${url}/health`)).status).toBe(503);
  await holder.query('COMMIT');
  await holder.end();
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(STATE_CONNECTIONS).fill(204),
    503,
  ]);
});
