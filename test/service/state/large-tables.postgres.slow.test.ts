import { expect, it } from 'vitest';
import type { Database, Row, Statements } from '../../../service/src/database/database.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { ApiKeys } from '../../../service/src/state/api-keys.ts';
import { StatisticsStore } from '../../../service/src/state/statistics-store.ts';
import { TokenStore } from '../../../service/src/state/token-store.ts';
import { fillLargeTables } from '../../support/large-tables.ts';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const PERIOD = { from: '2026-11-01', to: '2026-11-21', companyId: null };
const ALL_DAYS = { from: '2025-10-17', to: '2026-11-20', companyId: null };
const GUID = '00000000-0000-4000-8000-000000000001';

const { state, address } = await useDatabases();
// 400 days of statistics of 100 companies, all but the last day counted.
await fillLargeTables(address, {
  ...{ companies: 100, dashboards: 2000, users: 500, connections: 100_000 },
  until: '2026-11-21T00:00:00Z',
  countedUntil: '2026-11-20T00:00:00Z',
});
await state.execute(`
    INSERT INTO tokens (token_hash, connection_id, sql_parameters, expires_at)
      SELECT id::text, id, '{}', connected_at FROM connections;
    ANALYZE tokens;`);

/** The plans of the statements so far. They have not run. */
let plans: string[] = [];
const explain: Statements['query'] = async (sql, values): Promise<Row[]> => {
  if (sql.endsWith('FROM counted_statistics')) return state.query(sql, values);
  const lines = await state.query(`EXPLAIN ${sql}`, values);
  plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'));
  return [];
};
const explained = { query: explain } as Database;

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
    'the dashboards and users of a company in 400 days',
    (state) => new StatisticsStore(state).count('openings', { ...ALL_DAYS, companyId: 7 }),
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
  expect(plans[0]).not.toMatch(/Seq Scan on (connections|openings|daily_counts|tokens|dashboards)/);
});

it('reads 400 days of all companies from an index alone', async () => {
  plans = [];
  await new StatisticsStore(explained).count('openings', ALL_DAYS);
  expect(plans.join()).toContain('Index Only Scan using daily_counts_total on daily_counts');
  expect(plans.join()).not.toMatch(/Seq Scan on (connections|openings|daily_counts|dashboards)/);
});
