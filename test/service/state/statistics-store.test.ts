import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Databases, openDatabases } from '../../../service/src/start/open-databases.ts';
import { parseDatabaseUrl } from '../../../service/src/start/database-url.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { DashboardStore } from '../../../service/src/state/dashboard-store.ts';
import {
  type ActivityRecord,
  StatisticsStore,
} from '../../../service/src/state/statistics-store.ts';
import {
  type IssuedToken,
  type OpenedToken,
  TokenStore,
} from '../../../service/src/state/token-store.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SECRET, testDatabase } from '../../support/test-database.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';

const DAY = '2026-11-21';
const [shown, removed] = [figuresDashboard(1, {}), figuresDashboard(2, {})];

let databases: Databases;
let statistics: StatisticsStore;
let companyIds: number[];

/** Creates two companies, in each of which an Anna opens a dashboard. One dashboard is then removed. */
beforeAll(async () => {
  databases = await openDatabases(parseDatabaseUrl(await testDatabase()), PATIENCE_MS);
  const { state } = databases;
  const box = new SecretBox(SECRET);
  const now = (): number => Date.parse(DAY);
  const companies = new CompanyStore(state, box);
  const dashboards = new DashboardStore(state, now);
  const tokens = new TokenStore(state, box, () => 600, now);
  statistics = new StatisticsStore(state);
  companyIds = [await companies.create('First'), await companies.create('Second')];
  for (const [index, dashboard] of [shown, removed].entries()) {
    const companyId = companyIds[index]!;
    await dashboards.create(companyId, dashboard);
    await companies.regenerateKey(companyId);
    const issued = await tokens.issue({
      apiKey: (await companies.revealKey(companyId))!,
      sessionId: 's',
      dashboardGuid: dashboard.guid,
      sqlParameters: {},
      connectionString: null,
      user: 'Anna',
      organization: null,
      customInfo: null,
    });
    const { token } = issued as IssuedToken;
    const opened = (await tokens.open(token)) as OpenedToken;
    for (let time = 0; time <= index; time += 1) await tokens.noteOpening(opened);
  }
  await dashboards.remove(removed.guid);
});

afterAll(() => databases.close());

async function readOpenings(companyId: number | null, day = DAY): Promise<ActivityRecord[]> {
  const records: ActivityRecord[] = [];
  const pages = statistics.read('openings', period(companyId, day));
  for await (const page of pages) records.push(...page);
  return records;
}

const period = (companyId: number | null, day = DAY) => ({ from: day, to: day, companyId });

it('distinguishes users of the same name in different companies', async () => {
  const { users } = await statistics.count('openings', period(null));
  expect(users.groups).toEqual([
    { name: 'Anna', companyName: 'Second', count: 2 },
    { name: 'Anna', companyName: 'First', count: 1 },
  ]);
});

it('counts and reads one company alone', async () => {
  const [first] = companyIds;
  expect(await statistics.count('connections', period(first!))).toMatchObject({
    total: 1,
    users: { groupCount: 1 },
  });
  const records = await readOpenings(first!);
  expect(records.map(({ companyName }) => companyName)).toEqual(['First']);
});

it('counts each kind of group, also if there is none', async () => {
  expect(await statistics.count('openings', period(null))).toMatchObject({
    total: 3,
    users: { groupCount: 2 },
    organizations: {
      groups: [
        { name: '', count: 2 },
        { name: '', count: 1 },
      ],
      groupCount: 2,
    },
    dashboards: { groupCount: 2 },
  });
  const none = { groups: [], groupCount: 0 };
  expect(await statistics.count('openings', period(null, '2026-11-20'))).toMatchObject({
    total: 0,
    users: none,
    organizations: none,
    dashboards: none,
  });
});

it('names a removed dashboard by its identifier', async () => {
  const { dashboards } = await statistics.count('openings', period(null));
  expect(dashboards.groups.map(({ name }) => name)).toEqual([removed.guid, shown.title]);
  const titles = (await readOpenings(null)).map(({ dashboardTitle }) => dashboardTitle);
  expect(new Set(titles)).toEqual(new Set([removed.guid, shown.title]));
});

it('reads each opening once from several pages, even if all have the same time', async () => {
  await databases.state.query(
    `INSERT INTO openings (connection_id, opened_at)
     SELECT connection_id, opened_at + interval '1 day'
     FROM (SELECT * FROM openings LIMIT 1) AS first, generate_series(1, 4100)`,
  );
  expect(await readOpenings(null, '2026-11-22')).toHaveLength(4100);
});
