import { createDashboardService } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SETTINGS, testDatabase } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { holdLock } from '../database/held-lock.ts';

/** Returns a query that waits while the test holds the lock. Equal queries would run once. */
const held = (n: number): string => `SELECT ${n} AS n FROM pg_advisory_xact_lock_shared(1)`;
/** A dashboard with as many datasets as one session may run at once. */
const running = figuresDashboard(1, { a: held(1), b: held(2), c: held(3) });
const waiting = figuresDashboard(2, { d: held(4) });

it('ends open pages without the tiles that are missing, and cancels their queries', async () => {
  const database = await testDatabase();
  const service = createDashboardService({
    ...SETTINGS,
    database,
    // Only the service ends a query.
    queryLimitMs: 2 * PATIENCE_MS,
    dashboards: [running, waiting],
  });
  const { url } = await service.listen(0);
  const lock = await holdLock(database);
  const pages = [running, waiting].map(async ({ guid }) => {
    const token = await fetch(`${url}/Api/GetToken/${SETTINGS.apiKey}/anna/${guid}`);
    return (await fetch(`${url}/Tdb/${await token.text()}`)).text();
  });
  await expect.poll(() => lock.countWaiting()).toBe(3);
  const closing = service.close();
  for (const page of await Promise.all(pages)) {
    expect(page).toContain('class="missing"');
    expect(page).not.toContain('data-tile');
  }
  await closing;
  // Nobody waits for them, and their lock is still held.
  await expect.poll(() => lock.countWaiting()).toBe(0);
  await lock.release();
});
