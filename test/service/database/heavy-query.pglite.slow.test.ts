import { Worker } from 'node:worker_threads';
import {
  createDashboardService,
  type Dashboard,
  type DashboardService,
} from 'embedded-dashboard-service';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { CURSOR } from '../../../service/src/database/postgres/cursor.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { turns } from '../../support/scripted-upstream.ts';
import { useStoppedTimers } from '../stopped-timers.ts';

const apiKey = 'demo-key';
const limitMs = 1000;

const endless =
  'SELECT count(*) AS n FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b';
const quick = 'SELECT count(*) AS n FROM orders';
const heavy = figuresDashboard(1, { endless, quick });
const light = figuresDashboard(2, { quick });
/** Records the tasks of the database threads. */
const give = vi.spyOn(Worker.prototype, 'postMessage');

let service: DashboardService;
let url: string;

beforeAll(async () => {
  service = createDashboardService({
    apiKey,
    queryLimitMs: limitMs,
    // The tests count queries.
    cacheMs: 0,
    dashboards: [heavy, light],
  });
  ({ url } = await service.listen(0));
});

beforeEach(() => {
  give.mockClear();
});
// The test's clock decides when the limit is reached, so a slow machine does not matter.
useStoppedTimers();

afterAll(() => service.close());

async function getToken({ guid }: Dashboard, query = ''): Promise<string> {
  return (await fetch(`${url}/Api/GetToken/${apiKey}/anna/${guid}${query}`)).text();
}

const open = async (token: string): Promise<string> => (await fetch(`${url}/Tdb/${token}`)).text();

/** Returns the SQL of the threads' tasks: `read` for dashboards, `query` for everything else. */
function given(kind: 'read' | 'query'): string[] {
  const tasks = give.mock.calls.map(([task]) => task as { kind: string; sql: string });
  return tasks.filter((task) => task.kind === kind).map(({ sql }) => sql.replace(CURSOR, ''));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turns(1);
}

it('stops a query at its limit, loses no token, and runs the queries behind it', async () => {
  const before = await getToken(light);
  const [orders] = await service.query(quick);
  const answered: string[] = [];
  const heavyPage = open(await getToken(heavy)).finally(() => answered.push('heavy'));
  await until(() => given('read').includes(endless));
  const lightPage = open(before).finally(() => answered.push('light'));

  await vi.advanceTimersByTimeAsync(limitMs - 1);
  expect(await getToken(light)).toMatch(/^[\w-]{43}$/);
  expect(answered).toEqual([]);

  await vi.advanceTimersByTimeAsync(1);
  const page = await heavyPage;
  expect([stateOf(page, 'endless'), stateOf(page, 'quick')]).toEqual(['error', 'ready']);
  expect(page).toContain('This took too long');
  expect(await lightPage).toContain(`data-value="${String(orders!.n)}"`);
  expect(await open(before)).toContain(`data-value="${String(orders!.n)}"`);
});

it('runs nothing for a reader who has left', async () => {
  const address = `${url}/Tdb/${await getToken(heavy)}`;
  const lightToken = await getToken(light);
  const leaving = new AbortController();
  const left = Array.from({ length: 5 }, async () =>
    (await fetch(address, { signal: leaving.signal })).text(),
  );
  await until(() => given('query').filter((sql) => sql.includes('token_hash =')).length === 5);
  await until(() => given('read').includes(endless));
  // A later call is answered only after theirs are queued, and after the abort only once it is noticed.
  await getToken(light);
  leaving.abort();
  const ends = await Promise.allSettled(left);
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set(['rejected']));
  await getToken(light);

  await vi.advanceTimersByTimeAsync(limitMs);
  expect(stateOf(await open(lightToken), 'quick')).toBe('ready');
  const [ofTheFirst, ofTheLight] = [endless, quick];
  expect(given('read')).toEqual([ofTheFirst, ofTheLight]);
});
