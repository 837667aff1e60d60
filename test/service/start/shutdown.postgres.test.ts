import { createDashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

/** Returns a query that waits while the test holds the lock. Equal queries would run once. */
const held = (n: number): string => `SELECT ${n} AS n FROM pg_advisory_xact_lock_shared(1)`;
/** A dashboard with as many datasets as one session may run at once. */
const running = figuresDashboard(1, { a: held(1), b: held(2), c: held(3) });
const waiting = figuresDashboard(2, { d: held(4) });

it('finishes running dashboards, and immediately refuses waiting ones', async () => {
  const database = await testDatabase();
  const service = createDashboardService({ database, ...SETTINGS, dashboards: [running, waiting] });
  const { url } = await service.listen(0);
  const open = async ({ guid }: { guid: string }): Promise<Response> => {
    const token = await fetch(`${url}/Api/GetToken/${SETTINGS.apiKey}/anna/${guid}`);
    return fetch(`${url}/Tdb/${await token.text()}`);
  };
  const hasRows = async (sql: string, count: number): Promise<boolean> =>
    (await runSql(database, sql)).length === count;

  const holder = new pg.Client(database);
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(1)');
  const first = open(running);
  const active = `SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'FETCH%'`;
  await vi.waitUntil(() => hasRows(active, 3), { timeout: PATIENCE_MS });
  const second = open(waiting);
  await vi.waitUntil(() => hasRows('SELECT FROM dashboard_service.openings', 2), {
    timeout: PATIENCE_MS,
  });
  const closing = service.close();

  expect(await Promise.race([first, second])).toBe(await second);
  expect([(await second).status, (await second).headers.has('Retry-After')]).toEqual([503, true]);
  await holder.end();
  const page = await (await first).text();
  expect(['a', 'b', 'c'].map((id) => stateOf(page, id))).toEqual(['ready', 'ready', 'ready']);
  await closing;
});
