import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { SharedQuery } from '../../../service/src/database/shared-query.ts';
import { logIn } from '../../support/back-office.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { AdvancedClock } from '../advanced-clock.ts';
import { holdLock } from './held-lock.ts';

const { apiKey, adminPassword } = SETTINGS;
const COUNT = 'SELECT count(*) AS n FROM items';
const counted = figuresDashboard(2, { items: COUNT });
const named = figuresDashboard(3, { items: COUNT });
/** Waits while the test holds the lock. */
const held = figuresDashboard(4, { held: 'SELECT 1 AS n FROM pg_advisory_xact_lock_shared(1)' });
named.definition.datasets.items!.connection = 'Warehouse';

const HOUR_MS = 3_600_000;
const time = new AdvancedClock();

let service: DashboardService;
let url: string;
let database: string;
let first: string;
let second: string;

beforeAll(async () => {
  database = await testDatabase();
  [first, second] = [await createItems(3), await createItems(50)];
  service = createDashboardService({
    database,
    ...SETTINGS,
    connectionHosts: [new URL(first).host],
    dashboards: [counted, named, held],
    // No slow machine reaches it.
    cacheMs: HOUR_MS,
    clock: time.now,
  });
  ({ url } = await service.listen(0));
});

afterAll(() => service.close());

async function createItems(count: number): Promise<string> {
  const address = await testDatabase();
  await runSql(address, `CREATE TABLE items AS SELECT generate_series(1, ${count}) AS id`);
  return address;
}

const addItem = (address: string): Promise<unknown> =>
  runSql(address, 'INSERT INTO items VALUES (0)');

/** Opens a dashboard, and returns the value that it shows. */
async function open(
  { guid }: { guid: string },
  sessionId: string,
  connectionString = '',
  signal: AbortSignal | null = null,
) {
  const issued = await fetch(`${url}/Api/GetToken/${apiKey}/${sessionId}/${guid}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ connectionString }),
  });
  const page = await (await fetch(`${url}/Tdb/${await issued.text()}`, { signal })).text();
  return /data-value="([^"]*)"/.exec(page)?.[1];
}

it('cancels the running query when its last reader has left, and not before', async () => {
  const wait = vi.spyOn(SharedQuery.prototype, 'wait');
  const { findWaiting, release } = await holdLock(database);
  const [early, last] = [new AbortController(), new AbortController()];
  const pages = [early, last].map(({ signal }, index) => open(held, `reader-${index}`, '', signal));
  await expect.poll(async () => (await findWaiting()).length).toBe(1);
  const query = await findWaiting();
  await expect.poll(() => wait.mock.calls.length).toBe(2);
  const ends = pages.map((page) => expect(page).rejects.toThrow('aborted'));
  early.abort();
  await ends[0];
  await expect.poll(() => wait.mock.settledResults.map(({ type }) => type)).toContain('rejected');
  expect(await findWaiting()).toEqual(query);
  last.abort();
  await ends[1];
  await expect.poll(findWaiting).toEqual([]);
  await release();
  const later = Array.from({ length: 10 }, (_, index) => open(held, `later-${index}`));
  expect(new Set(await Promise.all(later))).toEqual(new Set(['1']));
});

it('refreshes an old result by one query, until its session ends', async () => {
  expect(await open(held, 'anna')).toBe('1');
  time.advance(1.5 * HOUR_MS);
  const { findWaiting, release } = await holdLock(database);
  for (const session of ['anna', 'ben', 'ben']) expect(await open(held, session)).toBe('1');
  await expect.poll(async () => (await findWaiting()).length).toBe(1);
  const query = await findWaiting();
  await fetch(`${url}/api/logout/${apiKey}/ben`);
  expect(await findWaiting()).toEqual(query);
  await fetch(`${url}/api/logout/${apiKey}/anna`);
  expect(await open(held, 'ben')).toBe('1');
  const isOther = expect.toSatisfy(({ pid }: { pid: number }) => pid !== query[0]!.pid);
  await expect.poll(findWaiting).toEqual([isOther]);
  await release();
});

it('drops the results of a session’s connection string at its logout, and no others', async () => {
  const both = async () => [await open(counted, 'anna', first), await open(counted, 'ben', second)];
  const before = await both();
  await addItem(first);
  await addItem(second);
  expect(await both()).toEqual(before);
  await fetch(`${url}/api/logout/${apiKey}/anna`);
  expect(await both()).toEqual([String(Number(before[0]) + 1), before[1]]);
});

it('drops the results of a data connection that is saved again', async () => {
  const office = await logIn(url, adminPassword);
  const save = (connectionString: string): Promise<Response> =>
    office.post(
      'companies/1/connections',
      new URLSearchParams({ name: 'Warehouse', connectionString }),
    );
  await save(first);
  const before = await open(named, 'anna');
  await addItem(first);
  expect(await open(named, 'anna')).toBe(before);
  await save(first);
  expect(await open(named, 'anna')).toBe(String(Number(before) + 1));
  await addItem(first);
  await office.post('companies/1/connections/remove', new URLSearchParams({ name: 'Warehouse' }));
  expect(await open(named, 'anna')).toBeUndefined();
  await save(first);
  expect(await open(named, 'anna')).toBe(String(Number(before) + 2));
});
