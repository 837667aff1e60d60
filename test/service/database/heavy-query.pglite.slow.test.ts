import { Worker } from 'node:worker_threads';
import { beforeEach, expect, it, vi } from 'vitest';
import { toDraft } from '../../../service/src/dashboard/dashboard-draft.ts';
import { CURSOR } from '../../../service/src/database/postgres/cursor.ts';
import { turns } from '../../support/scripted-upstream.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { callOf } from '../admin/draft-calls.ts';
import { useStoppedTimers } from '../stopped-timers.ts';
import { useBackOffice } from '../tested-service.ts';

const LIMIT_MS = 1000;
const ENDLESS =
  'SELECT count(*) AS n FROM generate_series(1, 1000000) a, generate_series(1, 1000000) b';
const heavy = figuresDashboard(1, { endless: ENDLESS, quick: 'SELECT 7 AS n' });
const light = figuresDashboard(2, { quick: 'SELECT 8 AS n' });
const slow = figuresDashboard(3, { slow: `${ENDLESS} WHERE true` });
const previewed = figuresDashboard(4, { quick: 'SELECT 9 AS n' });

/** Records the tasks of the database threads. */
const give = vi.spyOn(Worker.prototype, 'postMessage');
const tested = useBackOffice({
  queryLimitMs: LIMIT_MS,
  // No slow machine reaches it.
  cacheMs: 3_600_000,
  dashboards: [heavy, light, slow, previewed],
});

beforeEach(() => {
  give.mockClear();
});
// The test's clock decides when a query reaches its limit, so a slow machine does not matter.
useStoppedTimers();

/** Returns a token of a session. */
async function getToken({ guid }: { guid: string }, session = 'anna'): Promise<string> {
  const { url, service } = tested;
  return (await fetch(`${url}/Api/GetToken/${service.apiKey}/${session}/${guid}`)).text();
}

const open = async (token: string): Promise<string> =>
  (await fetch(`${tested.url}/Tdb/${token}`)).text();

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

it('stops a query at its limit, loses no token, and runs the queries behind it', async () => {
  const before = await getToken(light);
  const answered: string[] = [];
  const heavyPage = open(await getToken(heavy)).finally(() => answered.push('heavy'));
  await until(() => reads().includes(ENDLESS));
  const lightPage = open(before).finally(() => answered.push('light'));

  await vi.advanceTimersByTimeAsync(LIMIT_MS - 1);
  expect(await getToken(light)).toMatch(/^[\w-]{43}$/);
  expect(answered).toEqual([]);

  await vi.advanceTimersByTimeAsync(1);
  const page = await heavyPage;
  expect([stateOf(page, 'endless'), stateOf(page, 'quick')]).toEqual(['error', 'ready']);
  expect(page).toContain('This took too long');
  for (const shown of [lightPage, open(before)]) expect(await shown).toContain('data-value="8"');
});

it('ends the waiting of a session at its logout, and of no other session', async () => {
  const pages = ['anna', 'ben'].map(async (session) => open(await getToken(slow, session)));
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

it('uses no results of readers for a preview, and none of a preview for readers', async () => {
  const preview = () =>
    tested.office.post('dashboards/preview', callOf(toDraft(previewed), { version: 0 }));
  await preview();
  await open(await getToken(previewed));
  await open(await getToken(previewed));
  await preview();
  expect(reads().length).toBe(3);
});
