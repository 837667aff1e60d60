import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Database } from '../../../service/src/database/database.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { addDailyCounts } from '../../../service/src/state/daily-counts.ts';
import { removeOldStatistics } from '../../../service/src/state/old-statistics.ts';
import { REMOVED_ROWS } from '../../../service/src/state/removal-steps.ts';
import { openOffice } from '../../support/back-office.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SECRET, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { TestedBackOffice } from '../tested-service.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_DAYS = 400;
const SWEEP_MS = 10 * 60 * 1000;

let databases: Databases;
let state: Database;

/** Records connections of one time, each of which opens its dashboard at another time. */
async function record(connectedAt: string, openedAt: string, count = 1): Promise<void> {
  await state.query(
    `WITH connected AS (
       INSERT INTO connections (company_id, dashboard_guid, session_id, connected_at)
       SELECT 1, gen_random_uuid(), 's', $1::timestamptz FROM generate_series(1, $3) RETURNING id
     )
     INSERT INTO openings (connection_id, opened_at) SELECT id, $2::timestamptz FROM connected`,
    [connectedAt, openedAt, count],
  );
}

async function timesOf(column: string, table: string): Promise<unknown[]> {
  const rows = await state.query(
    `SELECT to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI') AS at FROM ${table} ORDER BY 1`,
  );
  return rows.map(({ at }) => at);
}

async function countRows(): Promise<number> {
  const [row] = await state.query(
    'SELECT (SELECT count(*) FROM openings) + (SELECT count(*) FROM connections) AS count',
  );
  return Number(row!.count);
}

describe('the store', () => {
  beforeAll(async () => {
    databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
    ({ state } = databases);
    const companies = new CompanyStore(state, new SecretBox(SECRET));
    await companies.keepDemoCompany('Demo', 'key', [figuresDashboard(1, {})]);
  });

  afterEach(() => state.execute('TRUNCATE connections, daily_counts, counted_statistics CASCADE'));

  afterAll(() => databases.close());

  it('keeps whole days, and a connection with an opening or a token that is kept', async () => {
    await record('2025-10-16 23:50Z', '2025-10-16 23:59Z');
    await record('2025-10-16 23:55Z', '2025-10-17 00:00Z');
    await record('2025-10-17 00:01Z', '2025-10-17 00:02Z');
    await record('2025-10-15 00:00Z', '2025-10-15 00:00Z');
    await state.query(
      `INSERT INTO tokens (token_hash, connection_id, sql_parameters, expires_at)
       SELECT 'hash', id, '{}', now() FROM connections WHERE connected_at = '2025-10-15 00:00Z'`,
    );
    await removeOldStatistics(state, KEPT_DAYS, NOON);
    expect(await timesOf('opened_at', 'openings')).toEqual([
      '2025-10-17 00:00',
      '2025-10-17 00:02',
    ]);
    expect(await timesOf('connected_at', 'connections')).toEqual([
      '2025-10-15 00:00',
      '2025-10-16 23:55',
      '2025-10-17 00:01',
    ]);
  });

  it('removes in small steps, between which others read', async () => {
    await record('2025-01-01 00:00Z', '2025-01-01 00:00Z', 2 * REMOVED_ROWS + 1);
    const counts = [await countRows()];
    const watched = new Proxy(state, {
      get: () => async (sql: string, values: string[]) => {
        const rows = await state.query(sql, values);
        counts.push(await countRows());
        return rows;
      },
    });
    await removeOldStatistics(watched, KEPT_DAYS, NOON);
    const steps = counts.slice(1).map((count, index) => counts[index]! - count);
    // The last step has found no counts.
    expect(steps).toEqual([REMOVED_ROWS, REMOVED_ROWS, 1, REMOVED_ROWS, REMOVED_ROWS, 1, 0]);
  });

  it('removes the counts of the days whose records it removes', async () => {
    await record('2025-10-16 23:50Z', '2025-10-17 00:00Z', REMOVED_ROWS);
    await addDailyCounts(state, NOON);
    const countDays = () =>
      state.query('SELECT day::text, count(*)::int AS n FROM daily_counts GROUP BY 1 ORDER BY 1');
    // A company, a user without a name, an organization without a name, and the dashboards.
    const n = REMOVED_ROWS + 3;
    const [removed, kept] = [
      { day: '2025-10-16', n },
      { day: '2025-10-17', n },
    ];
    expect(await countDays()).toEqual([removed, kept]);
    await removeOldStatistics(state, KEPT_DAYS, NOON);
    expect(await countDays()).toEqual([kept]);
  });
});

it('removes every ten minutes in a running service, by its clock', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  let now = NOON;
  const tested = new TestedBackOffice();
  const dashboard = figuresDashboard(1, {});
  await tested.start({ dashboards: [dashboard], clock: () => now, keepStatisticsDays: 7 });
  const countTokens = async (): Promise<number> => {
    const csv = await tested.office.get('statistics/connections.csv?from=2026-11-21&to=2026-11-21');
    expect(csv.status).toBe(200);
    return (await csv.text()).trim().split('\n').length - 1;
  };
  try {
    await tested.getToken(dashboard.guid);
    now += 7 * DAY_MS;
    vi.advanceTimersByTime(SWEEP_MS);
    tested.office = await openOffice(tested.url, SETTINGS.adminPassword);
    expect(await countTokens()).toBe(1);
    now += DAY_MS;
    tested.office = await openOffice(tested.url, SETTINGS.adminPassword);
    // A run that is under way is not begun again.
    const sweep = (): Promise<number> => {
      vi.advanceTimersByTime(SWEEP_MS);
      return countTokens();
    };
    await expect.poll(sweep).toBe(0);
  } finally {
    vi.useRealTimers();
    await tested.close();
  }
});
