import { Worker } from 'node:worker_threads';
import type { Dashboard } from 'embedded-dashboard-service';
import { beforeEach, expect, it, vi } from 'vitest';
import { toDraft } from '../../../service/src/dashboard/dashboard-draft.ts';
import { CURSOR } from '../../../service/src/database/postgres/cursor.ts';
import { FairQueue } from '../../../service/src/database/fair-queue.ts';
import { turns } from '../../support/scripted-upstream.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { callOf } from '../admin/draft-calls.ts';
import { useStoppedTimers } from '../stopped-timers.ts';
import { useBackOffice } from '../tested-service.ts';

const LIMIT_MS = 1000;
const READERS = Array.from({ length: 50 }, (_, index) => `reader-${index}`);
const ENDLESS =
  'SELECT count(*) AS n FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b';

const QUICK = 'SELECT 7 AS n';

const six = figuresDashboard(
  1,
  Object.fromEntries([1, 2, 3, 4, 5, 6].map((n) => [`figure${n}`, `SELECT ${n}00 AS n`])),
);
const own = figuresDashboard(2, { own: 'SELECT :Value::int AS n' });
const slow = figuresDashboard(3, { slow: `${ENDLESS} WHERE :Value::text IS NOT NULL` });
/** Equal dashboards. Each test opens one that nobody has opened before. */
const [checked, published, previewed, other] = [4, 5, 6, 7].map((number) =>
  figuresDashboard(number, { quick: QUICK }),
) as [Dashboard, Dashboard, Dashboard, Dashboard];

/** Records the tasks of the database threads. */
const give = vi.spyOn(Worker.prototype, 'postMessage');
const tested = useBackOffice({
  queryLimitMs: LIMIT_MS,
  // No slow machine reaches it.
  cacheMs: 3_600_000,
  dashboards: [six, own, slow, checked, published, previewed, other],
});

beforeEach(() => {
  give.mockClear();
});
// The test's clock decides when a query reaches its limit, so a slow machine does not matter.
useStoppedTimers();

async function getToken({ guid }: Dashboard, session: string, value = ''): Promise<string> {
  const { url, service } = tested;
  const query = value && `?SQLparameters=Value=${value}`;
  return (await fetch(`${url}/Api/GetToken/${service.apiKey}/${session}/${guid}${query}`)).text();
}

const openToken = (token: string): Promise<Response> => fetch(`${tested.url}/Tdb/${token}`);

async function open(dashboard: Dashboard, session: string, value?: string): Promise<string> {
  return (await openToken(await getToken(dashboard, session, value))).text();
}

/** Returns the SELECTs that a database thread got. */
function reads(): string[] {
  return give.mock.calls
    .map(([task]) => task as { kind: string; sql: string })
    .filter(({ kind }) => kind === 'read')
    .map(({ sql }) => sql.replace(CURSOR, ''));
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await turns(1);
}

it('runs the six queries of a dashboard once for fifty readers at once, and not for the next', async () => {
  const pages = await Promise.all(READERS.map((session) => open(six, session)));
  for (const page of pages) for (const n of [1, 6]) expect(page).toContain(`data-value="${n}00"`);
  expect(reads().length).toBe(6);
  expect(await open(six, 'later')).toContain('data-value="600"');
  expect(reads().length).toBe(6);
});

it('shows each reader the rows of the reader’s own parameters', async () => {
  const values = [...READERS.keys()].map(String);
  const pages = await Promise.all(values.map((value) => open(own, READERS[0]!, value)));
  for (const [index, page] of pages.entries()) expect(page).toContain(`data-value="${index}"`);
  expect(new Set(pages).size).toBe(READERS.length);
});

it('checks the token before it uses a result', async () => {
  const token = await getToken(checked, 'anna');
  expect(stateOf(await (await openToken(token)).text(), 'quick')).toBe('ready');
  await fetch(`${tested.url}/Api/Logout/${tested.service.apiKey}/anna`);
  const refused = await openToken(token);
  expect([refused.status, await refused.text()]).toEqual([
    401,
    expect.not.stringContaining('data-value'),
  ]);
  expect(stateOf(await open(checked, 'ben'), 'quick')).toBe('ready');
  expect(reads().length).toBe(1);
});

it('ends the waiting of a session at its logout, and of no other session', async () => {
  const pages = ['anna', 'ben'].map((session) => open(slow, session, '1'));
  const answers: string[] = [];
  for (const [index, page] of pages.entries()) void page.then(() => answers.push(`page ${index}`));
  await until(() => reads().length === 1);
  await fetch(`${tested.url}/Api/Logout/${tested.service.apiKey}/anna`);
  // The page has begun. The browser loads it again, and gets the refusal.
  expect(await pages[0]).toMatch(/http-equiv="refresh"(?!.*data-value)/s);
  expect(answers).toEqual(['page 0']);
  await vi.advanceTimersByTimeAsync(LIMIT_MS);
  expect(stateOf((await pages[1])!, 'slow')).toBe('error');
});

it('runs the queries again after the dashboard is published', async () => {
  await open(published, 'anna');
  await tested.publish(published.guid, toDraft(published), { version: 1 });
  give.mockClear();
  await open(published, 'anna');
  await open(published, 'ben');
  expect(reads().length).toBe(1);
});

it('uses no results of readers for a preview, and none of a preview for readers', async () => {
  await open(previewed, 'anna');
  await tested.office.post('dashboards/preview', callOf(toDraft(previewed), { version: 0 }));
  await tested.office.post('dashboards/preview', callOf(toDraft(previewed), { version: 0 }));
  expect(reads().length).toBe(3);
});

it('shows a reader’s other dashboard after one time limit, while four slow pages are open', async () => {
  const queue = vi.spyOn(FairQueue.prototype, 'run');
  const queued = ({ guid }: Dashboard): number =>
    queue.mock.calls.filter(([{ owner }]) => owner?.dashboardGuid === guid).length;
  const slowPages = ['1', '2', '3', '4'].map((value) => open(slow, 'anna', value));
  await until(() => queued(slow) === 4);
  const otherPage = open(other, 'anna');
  await until(() => queued(other) === 1);
  for (let limit = 1; limit <= 4; limit += 1) {
    await until(() => reads().filter((sql) => sql !== QUICK).length === limit);
    await vi.advanceTimersByTimeAsync(LIMIT_MS);
  }
  expect(stateOf(await otherPage, 'quick')).toBe('ready');
  await Promise.all(slowPages);
  expect(reads().indexOf(QUICK)).toBe(1);
});
