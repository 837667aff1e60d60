import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database, Row, Statements } from '../../../service/src/database/database.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { ApiKeys } from '../../../service/src/state/api-keys.ts';
import { addDailyCounts } from '../../../service/src/state/daily-counts.ts';
import { StatisticsStore } from '../../../service/src/state/statistics-store.ts';
import { TokenStore } from '../../../service/src/state/token-store.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { SECRET, testDatabase } from '../../support/test-database.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PERIOD = { from: '2026-11-01', to: '2026-11-21', companyId: null };
const GUID = '00000000-0000-4000-8000-000000000001';

let databases: Databases;
/** The plans of the statements so far. They have not run. */
let plans: string[] = [];
let explained: Database;

/** Makes 400 days of statistics of 100 companies, all but the last day counted. */
beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
  const { state } = databases;
  await state.execute(`
    INSERT INTO companies (name, api_key_hash) SELECT 'Company ' || n, n::text FROM generate_series(1, 100) AS n;
    INSERT INTO dashboards (guid, company_id, title, definition)
      SELECT gen_random_uuid(), 2 + n % 100, 'Dashboard ' || n, '{}' FROM generate_series(1, 2000) AS n;
    -- Otherwise, the check of each foreign key reads the whole table.
    ANALYZE;
    INSERT INTO connections (company_id, dashboard_guid, session_id, user_name, connected_at)
      SELECT company_id, guid, 's', 'user ' || n % 500, timestamptz '2026-11-21Z' - n * interval '400 days' / 100000
      FROM generate_series(1, 100000) AS n JOIN (
        SELECT *, row_number() OVER () AS place FROM dashboards
      ) AS numbered ON place = 1 + n % 2000;
    ANALYZE;
    INSERT INTO openings (connection_id, opened_at) SELECT id, connected_at FROM connections;
    INSERT INTO tokens (token_hash, connection_id, sql_parameters, expires_at)
      SELECT id::text, id, '{}', connected_at FROM connections;`);
  await addDailyCounts(state, Date.UTC(2026, 10, 20));
  await state.execute('ANALYZE');
  const explain: Statements['query'] = async (sql, values): Promise<Row[]> => {
    if (sql.endsWith('FROM counted_statistics')) return state.query(sql, values);
    const lines = await state.query(`EXPLAIN ${sql}`, values);
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
    return [];
  };
  explained = { query: explain } as Database;
});

afterAll(() => databases.close());

const now = (): number => NOW;
const box = new SecretBox(SECRET);

it.each<[string, (state: Database) => Promise<unknown>]>([
  [
    'the statistics of all companies',
    (state) => new StatisticsStore(state).count('openings', PERIOD),
  ],
  [
    'the statistics of a company',
    (state) => new StatisticsStore(state).count('connections', { ...PERIOD, companyId: 7 }),
  ],
  [
    'the openings of a page of dashboards',
    (state) => new StatisticsStore(state).countOpenings([{ guid: GUID, companyId: 7 }], PERIOD),
  ],
  ['the company of a key', (state) => new ApiKeys(state, box, now).find('key')],
  [
    'a load',
    (state) => new TokenStore(state, box, () => 60, now).noteLoad({ connectionId: '7' } as never),
  ],
])('reads no large table as a whole for %s', async (_, work) => {
  plans = [];
  await work(explained);
  expect(plans).toHaveLength(1);
  expect(plans[0]).not.toMatch(/Seq Scan on (connections|openings|daily_counts|tokens)/);
});
