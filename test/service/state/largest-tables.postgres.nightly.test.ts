import { createDashboardService } from 'embedded-dashboard-service';
import { beforeAll, expect, it, onTestFinished } from 'vitest';
import { STATE_SCHEMA } from '../../../service/src/state/state-schema.ts';
import { logIn } from '../../support/back-office.ts';
import { fillLargeTables } from '../../support/large-tables.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';

const COMPANIES = 1000;
const DASHBOARDS = 10_000;
const LARGEST_PAGE = 300_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const now = Date.now();
const toDay = (at: number): string => new Date(at).toISOString().slice(0, 10);
const ALL_DAYS = `from=${toDay(now - 400 * DAY_MS)}&to=${toDay(now)}`;

let database: string;

const start = async () => {
  const service = createDashboardService({ database, ...SETTINGS });
  await service.listen(0);
  return service;
};

/** Makes 5,000,000 rows of statistics. The last ones are not yet counted. */
beforeAll(async () => {
  database = await testDatabase();
  await (await start()).close();
  await fillLargeTables(database, {
    ...{ companies: COMPANIES, dashboards: DASHBOARDS, users: 60, connections: 2_500_000 },
    until: new Date(now).toISOString(),
    countedUntil: new Date(now - (now % DAY_MS)).toISOString(),
  });
});

/** Returns the rows that PostgreSQL has read without an index since the last call, by table. */
async function takeScannedRows(): Promise<Map<string, number>> {
  const rows = await runSql(
    database,
    `SELECT relname, seq_tup_read FROM pg_stat_user_tables
     WHERE schemaname = '${STATE_SCHEMA}' AND seq_tup_read > 0`,
  );
  await runSql(database, 'SELECT pg_stat_reset()');
  return new Map(rows.map((row) => [String(row.relname), Number(row.seq_tup_read)]));
}

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
  [`statistics/connections?company=&${ALL_DAYS}`, 0],
  [`statistics/access?company=&${ALL_DAYS}`, 0],
  [`statistics/connections?company=7&${ALL_DAYS}`, 0],
  [`statistics/access?company=7&${ALL_DAYS}`, 0],
])(
  '%s is small, reads all dashboards %i times, and no statistics without an index',
  async (path, scans) => {
    await takeScannedRows();
    const service = await start();
    onTestFinished(() => service.close());
    const office = await logIn(service.url, SETTINGS.adminPassword);
    const page = await office.get(path);
    expect(page.status).toBe(200);
    expect((await page.arrayBuffer()).byteLength).toBeLessThanOrEqual(LARGEST_PAGE);
    // A connection hands in its numbers when it ends.
    await service.close();
    const {
      dashboards = 0,
      companies = 0,
      ...others
    } = Object.fromEntries(await takeScannedRows());
    expect(Math.floor(dashboards / DASHBOARDS)).toBe(scans);
    // Each start and each page checks for deleted companies.
    expect(companies).toBeLessThanOrEqual(10 * COMPANIES);
    for (const rows of Object.values(others)) expect(rows).toBeLessThan(1000);
  },
);
