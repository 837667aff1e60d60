import { createDashboardService } from 'embedded-dashboard-service';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Database, Row, Statements } from '../../../service/src/database/database.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { ApiKeys } from '../../../service/src/state/api-keys.ts';
import { StatisticsStore } from '../../../service/src/state/statistics-store.ts';
import { TokenStore } from '../../../service/src/state/token-store.ts';
import { STATE_SCHEMA } from '../../../service/src/state/state-schema.ts';
import { logIn } from '../../support/back-office.ts';
import { fillLargeTables } from '../../support/large-tables.ts';
import { runSql, SECRET, SETTINGS } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const ALL_DAYS = { from: '2025-10-17', to: '2026-11-20', companyId: null };

const [COMPANIES, DASHBOARDS] = [1000, 10_000];

const { state, address } = await useDatabases();
const startService = async () => {
  const service = createDashboardService({ database: address, ...SETTINGS, clock: () => NOW });
  await service.listen(0);
  return service;
};
await (await startService()).close();
// 400 days of statistics of 1,000 companies, all but the last day counted.
await fillLargeTables(address, {
  ...{ companies: COMPANIES, dashboards: DASHBOARDS, users: 500, connections: 100_000 },
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

it.each<[string, () => Promise<unknown>]>([
  ['the company of a key', () => new ApiKeys(explained, box, now).find('key')],
  [
    'a load',
    () => new TokenStore(explained, box, () => 60, now).noteLoad({ connectionId: '7' } as never),
  ],
])('reads no large table as a whole for %s', async (_, work) => {
  plans = [];
  await work();
  expect(plans).toHaveLength(1);
  expect(plans[0]).not.toMatch(/Seq Scan on (connections|openings|daily_counts|tokens|dashboards)/);
});

it('reads 400 days of all companies from an index alone', async () => {
  plans = [];
  await new StatisticsStore(explained).count('openings', ALL_DAYS);
  expect(plans.join()).toContain('Index Only Scan using daily_counts_total on daily_counts');
  expect(plans.join()).not.toMatch(/Seq Scan on (connections|openings|daily_counts|dashboards)/);
});

/** Returns the rows that PostgreSQL has read without an index since the last call, by table. */
async function takeScannedRows(): Promise<Record<string, number>> {
  const rows = await runSql(
    address,
    `SELECT relname, seq_tup_read FROM pg_stat_user_tables
     WHERE schemaname = '${STATE_SCHEMA}' AND seq_tup_read > 0`,
  );
  await runSql(address, 'SELECT pg_stat_reset()');
  return Object.fromEntries(rows.map((row) => [String(row.relname), Number(row.seq_tup_read)]));
}

const DAYS = `from=${ALL_DAYS.from}&to=${ALL_DAYS.to}`;

describe('a page of the back office', () => {
  // Each start sweeps the tokens, which are few in a service that runs.
  beforeAll(() => state.execute('TRUNCATE tokens'));

  it.each<[path: string, scans: number]>([
    // A list counts its entries, and a search reads all titles.
    ['dashboards', 1],
    ['dashboards?search=dashboard+99', 1],
    ['dashboards?sort=saved&page=150', 1],
    ['companies', 0],
    ['companies?search=99', 0],
    ['companies/7', 0],
    ['people', 0],
    ['audit', 0],
    [`statistics/connections?company=&${DAYS}`, 0],
    [`statistics/connections?company=7&${DAYS}`, 0],
    [`statistics/access?company=7&${DAYS}`, 0],
  ])(
    '%s is small, and reads the dashboards %i times and no statistics as a whole',
    async (path, scans) => {
      await takeScannedRows();
      const service = await startService();
      try {
        const office = await logIn(service.url, SETTINGS.adminPassword);
        const page = await office.get(path);
        expect(page.status).toBe(200);
        expect((await page.arrayBuffer()).byteLength).toBeLessThanOrEqual(300_000);
      } finally {
        // A connection hands in its numbers when it ends.
        await service.close();
      }
      const { dashboards = 0, companies = 0, ...others } = await takeScannedRows();
      expect(Math.floor(dashboards / DASHBOARDS)).toBe(scans);
      // Each start and each page checks for deleted companies.
      expect(companies).toBeLessThanOrEqual(10 * COMPANIES);
      for (const rows of Object.values(others)) expect(rows).toBeLessThan(1000);
    },
  );
});
