import { createDashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

/** Returns a query that waits while the test holds the lock. Equal queries would run once. */
const held = (n: number): string => `SELECT ${n} AS n FROM pg_advisory_xact_lock_shared(1)`;
/** A dashboard with as many datasets as one session may run at once. */
const running = figuresDashboard(1, { a: held(1), b: held(2), c: held(3) });
const waiting = figuresDashboard(2, { d: held(4) });

it('ends open pages without the tiles that are missing, and cancels their queries', async () => {
  const database = await testDatabase();
  const service = createDashboardService({ database, ...SETTINGS, dashboards: [running, waiting] });
  const { url } = await service.listen(0);
  const open = async ({ guid }: { guid: string }): Promise<string> => {
    const token = await fetch(`${url}/Api/GetToken/${SETTINGS.apiKey}/anna/${guid}`);
    return (await fetch(`${url}/Tdb/${await token.text()}`)).text();
  };
  const countActive = async (): Promise<number> =>
    (
      await runSql(
        database,
        "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'FETCH%'",
      )
    ).length;

  const holder = new pg.Client(database);
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  const pages = [open(running), open(waiting)];
  const limits = { timeout: PATIENCE_MS };
  await vi.waitUntil(async () => (await countActive()) === 3, limits);
  const closing = service.close();
  for (const page of await Promise.all(pages)) {
    expect(page).toContain('class="missing"');
    expect(page).not.toContain('data-tile');
  }
  await closing;
  // Nobody waits for them, and their lock is still held.
  await vi.waitUntil(async () => (await countActive()) === 0, limits);
  await holder.end();
});
