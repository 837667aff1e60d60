import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';

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
/** The number of the advisory lock at which processes wait for each other. */
const LOCK = 4_600_450_046;
const locking = figuresDashboard(2, {
  locking: `SELECT 1 AS n FROM (SELECT pg_advisory_lock(${LOCK})) AS taken`,
});
/** Of the eight connections of a process, three serve calls and five read data. */
const STATE_CONNECTIONS = 3;

let database: string;
let service: DashboardService;
let url: string;

beforeAll(async () => {
  database = await testDatabase();
  service = createDashboardService({ database, ...SETTINGS, dashboards: [slow, locking] });
  ({ url } = await service.listen(0));
});

afterAll(() => service.close());

async function open({ guid }: { guid: string }): Promise<string> {
  const issued = await fetch(`${url}/Api/GetToken/${apiKey}/anna/${guid}`);
  return (await fetch(`${url}/Tdb/${await issued.text()}?whole`)).text();
}

it('shows all datasets of a dashboard that has more datasets than connections', async () => {
  const page = await open(slow);
  expect(names.map((name) => stateOf(page, name))).toEqual(names.map(() => 'ready'));
});

it('releases the advisory locks that a dashboard has taken', async () => {
  expect(stateOf(await open(locking), 'locking')).toBe('ready');
  const taken = await runSql(database, `SELECT pg_try_advisory_lock(${LOCK}) AS is_free`);
  expect(taken).toEqual([{ is_free: true }]);
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
  // The server, too, has stopped the statements: no connection waits for the lock any longer.
  const waiting = `SELECT FROM pg_stat_activity
    WHERE wait_event_type = 'Lock' AND datname = current_database()`;
  await expect.poll(() => runSql(database, waiting)).toEqual([]);
  await holder.query('COMMIT');
  await holder.end();
  await Promise.all(callers);
  expect((await logOut()).status).toBe(204);
});
