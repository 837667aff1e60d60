import { createDashboardService } from 'embedded-dashboard-service';
import pg from 'pg';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

/** The number of the advisory lock at which processes wait for each other. */
const LOCK = 4_600_450_046;
const PATIENCE = { timeout: PATIENCE_MS };
const { apiKey } = SETTINGS;
const locking = figuresDashboard(1, {
  locking: `SELECT 1 AS n FROM (SELECT pg_advisory_lock(${LOCK})) AS taken`,
});

let database: string;
let holder: pg.Client;

beforeEach(async () => {
  database = await testDatabase();
  holder = new pg.Client(database);
  await holder.connect();
});

afterEach(() => holder.end());

it('releases the advisory locks that a dashboard has taken', async () => {
  const service = createDashboardService({ database, ...SETTINGS, dashboards: [locking] });
  const { url } = await service.listen(0);
  const token = await fetch(`${url}/Api/GetToken/${apiKey}/anna/${locking.guid}`);
  const page = await (await fetch(`${url}/Tdb/${await token.text()}`)).text();
  expect(stateOf(page, 'locking')).toBe('ready');
  const [taken] = await runSql(database, `SELECT pg_try_advisory_lock(${LOCK}) AS is_free`);
  expect(taken).toEqual({ is_free: true });
  await service.close();
});

it('stops its own statement on the server, too, if it runs for too long', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const service = createDashboardService({ database, ...SETTINGS });
  const { url } = await service.listen(0);
  await holder.query('BEGIN; LOCK TABLE dashboard_service.tokens');
  const answer = await fetch(`${url}/Api/Logout/${apiKey}/anna`);
  expect([answer.status, answer.headers.get('Retry-After')]).toEqual([503, '2']);
  const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND datname = current_database()`;
  await vi.waitFor(async () => expect(await runSql(database, waiting)).toEqual([]), PATIENCE);
  await holder.query('COMMIT');
  expect((await fetch(`${url}/Api/Logout/${apiKey}/anna`)).status).toBe(204);
  await service.close();
});
