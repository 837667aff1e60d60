import { EventEmitter, once } from 'node:events';
import pg from 'pg';
import { createDashboardService } from 'embedded-dashboard-service';
import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import type { Statements } from '../../../service/src/database/database.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { STATE_SCHEMA } from '../../../service/src/state/state-schema.ts';
import type { Report, ServiceEvent } from '../../../service/src/telemetry/events.ts';
import { removeOldStatistics } from '../../../service/src/state/old-statistics.ts';
import { REMOVED_ROWS } from '../../../service/src/state/removal-steps.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SECRET, SETTINGS } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const KEPT_DAYS = 400;
const STEPS = 3;

const { state, address } = await useDatabases();
await new CompanyStore(state, new SecretBox(SECRET)).keepDemoCompany('Demo', 'key', []);
/** The connection of another process. */
const other = new pg.Client({
  connectionString: address,
  options: `-c search_path=${STATE_SCHEMA}`,
});
await other.connect();
afterAll(() => other.end());

/** Records connections of a day, each of which opens its dashboard. */
const record = (day: string, records: number) =>
  state.query(
    `WITH connected AS (
       INSERT INTO connections (company_id, dashboard_guid, session_id, connected_at)
       SELECT 1, gen_random_uuid(), 's', $1::timestamptz FROM generate_series(1, $2) RETURNING id
     )
     INSERT INTO openings (connection_id, opened_at) SELECT id, $1::timestamptz FROM connected`,
    [day, records],
  );

beforeEach(() => record('2025-01-01', STEPS * REMOVED_ROWS));

const count = async (table: string): Promise<number> => {
  const [row] = await state.query(`SELECT count(*)::int AS count FROM ${table}`);
  return Number(row!.count);
};

it.each([
  { table: 'openings', left: [REMOVED_ROWS, REMOVED_ROWS] },
  { table: 'connections', left: [0, REMOVED_ROWS] },
])(
  'removes all $table but those of a step that another process has not ended',
  async ({ table, left }) => {
    const events = new EventEmitter();
    const [held, mayEnd] = [once(events, 'held'), once(events, 'end')];
    const query: Statements['query'] = async (sql, values = []) => {
      await other.query('BEGIN');
      const { rows } = await other.query<Record<string, unknown>>(sql, [...values]);
      if (sql.includes(`DELETE FROM ${table}`)) {
        events.emit('held');
        await mayEnd;
      }
      await other.query('COMMIT');
      return rows;
    };
    const slow = removeOldStatistics({ query }, KEPT_DAYS, NOW);
    await Promise.race([held, slow]);
    await removeOldStatistics(state, KEPT_DAYS, NOW);
    expect([await count('openings'), await count('connections')]).toEqual(left);
    events.emit('end');
    await slow;
    expect([await count('openings'), await count('connections')]).toEqual([0, 0]);
  },
);

it('takes as long in a large table as in a small one', async () => {
  await record('2026-11-01', 20_000);
  await state.query(
    `INSERT INTO daily_counts
     SELECT 'user', '2026-11-01', 1, md5(name)::uuid, name, 1, 1, 1
     FROM (SELECT n::text AS name FROM generate_series(1, 20000) AS n) AS users`,
  );
  await state.execute('ANALYZE');
  const plans: string[] = [];
  const query: Statements['query'] = async (sql, values) => {
    const lines = await state.query(`EXPLAIN ${sql}`, values);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  await removeOldStatistics({ query }, KEPT_DAYS, NOW);
  expect(plans).toHaveLength(3);
  for (const plan of plans)
    expect(plan).not.toMatch(/Seq Scan on (openings|connections|daily_counts)|Bitmap|Hash/);
});

it('is a line in the log if it fails', async () => {
  const onEvent = vi.fn<Report>();
  await state.execute('ALTER TABLE openings RENAME TO elsewhere');
  const service = createDashboardService({ ...SETTINGS, database: address, onEvent });
  await service.listen(0);
  const failures = (): ServiceEvent[] =>
    onEvent.mock.calls.flatMap(([event]) => (event.kind === 'failure' ? event : []));
  await vi.waitUntil(() => failures().length > 0, { timeout: PATIENCE_MS });
  expect(failures()).toMatchObject([
    { what: 'The removal of old records', error: { code: '42P01' }, isOutage: false },
  ]);
  await service.close();
});
