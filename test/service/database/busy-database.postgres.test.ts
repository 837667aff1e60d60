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

it('answers 503 to calls that would wait too long, and serves again after that', async () => {
  const holder = new pg.Client(database);
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE dashboard_service.tokens');
  const logOut = (): Promise<Response> => fetch(`${url}/api/logout/${apiKey}/anna`);
  const answers: Response[] = [];
  let isHeld = true;
  // As many as there are connections end at the limit of their statements, and the other one in the queue.
  const callers = Array.from({ length: STATE_CONNECTIONS + 1 }, async () => {
    while (isHeld) answers.push(await logOut());
  });
  await expect.poll(async () => (await fetch(`${url}/health`)).status).toBe(503);
  await expect.poll(() => answers.length).toBeGreaterThan(STATE_CONNECTIONS);
  const refused = answers.map(({ status, headers }) => [status, headers.get('Retry-After')]);
  expect(refused).toEqual(refused.map(() => [503, '2']));
  isHeld = false;
  await holder.query('COMMIT');
  await holder.end();
  await Promise.all(callers);
  expect((await logOut()).status).toBe(204);
});
