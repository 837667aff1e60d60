import { createDashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { AdvancedClock } from '../advanced-clock.ts';

/** Returns a query that waits while the test holds the lock. Equal queries would run once. */
const held = (n: number): string => `SELECT ${n} AS n FROM pg_advisory_xact_lock_shared(1)`;
/** A dashboard with as many datasets as one session may run at once. */
const running = figuresDashboard(1, { a: held(1), b: held(2), c: held(3) });
const waiting = figuresDashboard(2, { d: held(4) });
const ACTIVE = `SELECT FROM pg_stat_activity
  WHERE datname = current_database() AND state = 'active' AND query LIKE 'FETCH%'`;
const HOUR_MS = 3_600_000;
const limits = { timeout: PATIENCE_MS };
const clock = new AdvancedClock();

/** Starts a service whose queries wait while `hold` has the lock. */
async function start() {
  const database = await testDatabase();
  const service = createDashboardService({
    database,
    ...SETTINGS,
    // Only the service ends a query.
    queryLimitMs: 2 * PATIENCE_MS,
    dashboards: [running, waiting],
    cacheMs: HOUR_MS,
    clock: clock.now,
  });
  const { url } = await service.listen(0);
  const open = async ({ guid }: { guid: string }): Promise<string> => {
    const token = await fetch(`${url}/Api/GetToken/${SETTINGS.apiKey}/anna/${guid}`);
    return (await fetch(`${url}/Tdb/${await token.text()}`)).text();
  };
  const hold = async () => {
    const holder = new pg.Client(database);
    await holder.connect();
    await holder.query('SELECT pg_advisory_lock(1)');
    return { release: () => holder.end() };
  };
  const untilActive = (count: number) =>
    vi.waitUntil(async () => (await runSql(database, ACTIVE)).length === count, limits);
  return { service, open, hold, untilActive };
}

it('ends open pages without the tiles that are missing, and cancels their queries', async () => {
  const { service, open, hold, untilActive } = await start();
  const { release } = await hold();
  const pages = [open(running), open(waiting)];
  await untilActive(3);
  const closing = service.close();
  for (const page of await Promise.all(pages)) {
    expect(page).toContain('class="missing"');
    expect(page).not.toContain('data-tile');
  }
  await closing;
  // Nobody waits for them, and their lock is still held.
  await untilActive(0);
  await release();
});

it('cancels a query that refreshes an old result', async () => {
  const { service, open, hold, untilActive } = await start();
  await open(waiting);
  clock.advance(1.5 * HOUR_MS);
  const { release } = await hold();
  expect(await open(waiting)).toContain('data-value="4"');
  await untilActive(1);
  await service.close();
  await untilActive(0);
  await release();
});
