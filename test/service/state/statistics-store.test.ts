import { beforeAll, describe, expect, it } from 'vitest';
import type { Database, Statements } from '../../../service/src/database/database.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { ApiKeys } from '../../../service/src/state/api-keys.ts';
import { CompanyStore } from '../../../service/src/state/company-store.ts';
import { DashboardStore } from '../../../service/src/state/dashboard-store.ts';
import { addDailyCounts, type CountedKind } from '../../../service/src/state/daily-counts.ts';
import {
  type ActivityRecord,
  type Statistics,
  StatisticsStore,
} from '../../../service/src/state/statistics-store.ts';
import {
  type IssuedToken,
  type OpenedToken,
  TokenStore,
} from '../../../service/src/state/token-store.ts';
import { figuresDashboard } from '../../support/test-dashboard.ts';
import { SECRET } from '../../support/test-database.ts';
import { useDatabases } from '../../support/use-databases.ts';

const DAY = '2026-11-21';
const [shown, removed] = [figuresDashboard(1, {}), figuresDashboard(2, {})];

const { state } = await useDatabases();
const statistics = new StatisticsStore(state);
let companyIds: [first: number, second: number];

/** Creates two companies, in each of which an Anna opens a dashboard. One dashboard is then removed. */
beforeAll(async () => {
  const box = new SecretBox(SECRET);
  const now = (): number => Date.parse(DAY);
  const companies = new CompanyStore(state, box);
  const keys = new ApiKeys(state, box, now);
  const dashboards = new DashboardStore(state, now);
  const tokens = new TokenStore(state, box, () => 600, now);
  companyIds = [await companies.create('First'), await companies.create('Second')];
  for (const [index, dashboard] of [shown, removed].entries()) {
    const companyId = companyIds[index]!;
    await dashboards.create(companyId, dashboard);
    await keys.replace(companyId, 'planned');
    const issued = await tokens.issue({
      apiKey: (await keys.reveal(companyId))!,
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
    for (let time = 0; time <= index; time += 1) await tokens.noteLoad(opened);
  }
  await dashboards.remove(removed.guid);
});

async function readOpenings(companyId: number | null, day = DAY): Promise<ActivityRecord[]> {
  const records: ActivityRecord[] = [];
  const pages = statistics.read('openings', period(companyId, day));
  for await (const page of pages) records.push(...page);
  return records;
}

const period = (companyId: number | null, day = DAY) => ({ from: day, to: day, companyId });

const groupsOf = ({ rankings }: Statistics, kind: CountedKind): [string, number][] =>
  rankings[kind]!.groups.map(({ name, count }) => [name, count]);

// The second time, the store adds nothing to the daily counts.
describe.each(['events', 'daily counts'])('from %s', (source) => {
  beforeAll(async () => {
    if (source === 'daily counts') await addDailyCounts(state, Date.parse(DAY) + 120_000);
  });

  it('ranks the companies if it counts all', async () => {
    const all = await statistics.count('openings', period(null));
    expect(all).toMatchObject({ total: 2, furtherLoads: 1 });
    expect(all.days).toEqual([{ day: DAY, count: 2 }]);
    expect(Object.keys(all.rankings)).toEqual(['company']);
    expect(groupsOf(all, 'company')).toEqual([
      ['First', 1],
      ['Second', 1],
    ]);
  });

  it('ranks the users, organizations and dashboards of one company', async () => {
    const [first, second] = companyIds;
    const tokens = await statistics.count('connections', period(first));
    expect(tokens).toMatchObject({ total: 1, furtherLoads: 0 });
    expect(Object.keys(tokens.rankings)).toEqual(['user', 'organization', 'dashboard']);
    expect(groupsOf(tokens, 'user')).toEqual([['Anna', 1]]);
    expect(groupsOf(tokens, 'organization')).toEqual([['', 1]]);
    expect(groupsOf(tokens, 'dashboard')).toEqual([[shown.title, 1]]);
    const openings = await statistics.count('openings', period(second));
    expect(openings).toMatchObject({ total: 1, furtherLoads: 1 });
    // A removed dashboard has its identifier.
    expect(groupsOf(openings, 'dashboard')).toEqual([[removed.guid, 1]]);
  });

  it('counts each kind of group, also if there is none', async () => {
    const none = await statistics.count('openings', period(companyIds[0], '2026-11-20'));
    expect(none.total).toBe(0);
    const empty = { groups: [], groupCount: 0 };
    expect(none.rankings).toEqual({ user: empty, organization: empty, dashboard: empty });
  });

  it('counts the openings of dashboards', async () => {
    const listed = [shown, removed].map(({ guid }, index) => ({
      guid,
      companyId: companyIds[index]!,
    }));
    const count = (to: string) => statistics.countOpenings(listed, { from: '2026-11-15', to });
    expect(await count(DAY)).toEqual(
      new Map([
        [shown.guid, 1],
        [removed.guid, 1],
      ]),
    );
    expect(await count('2026-11-20')).toEqual(new Map());
  });
});

/** Adds an opening of the first company's dashboard to the day. */
const open = (time: string, isFurther: boolean | null) =>
  state.query(
    `INSERT INTO openings (connection_id, opened_at, is_further)
     SELECT id, $1::timestamptz, $2 FROM connections WHERE company_id = $3`,
    [`${DAY}T${time}Z`, isFurther, companyIds[0]],
  );

it('adds later events to the counts of their day', async () => {
  const first = companyIds[0];
  const numbers = async () => {
    const { total, furtherLoads } = await statistics.count('openings', period(first));
    return [total, furtherLoads];
  };
  await open('10:00', true);
  // The version before did not tell them apart.
  await open('12:00', null);
  expect(await numbers()).toEqual([2, 1]);
  const noon = Date.parse(`${DAY}T12:00Z`);
  // Two processes at the same time; the events of the last minute are counted later.
  await Promise.all([addDailyCounts(state, noon), addDailyCounts(state, noon)]);
  expect(await numbers()).toEqual([2, 1]);
  await addDailyCounts(state, noon + 60_001);
  expect(await numbers()).toEqual([2, 1]);
  const [row] = await state.query(
    "SELECT sum(openings)::int AS sum FROM daily_counts WHERE kind = 'user' AND company_id = $1",
    [first],
  );
  expect(row!.sum).toBe(2);
});

it('counts nothing twice if events are added to the daily counts while it reads', async () => {
  const first = companyIds[0];
  await open('15:00', false);
  const listed = [{ guid: shown.guid, companyId: first }];
  const week = { from: '2026-11-15', to: DAY };
  const before = await statistics.count('openings', period(first));
  const opened = await statistics.countOpenings(listed, week);
  let hour = 16;
  const query: Statements['query'] = async (sql, values) => {
    const rows = await state.query(sql, values);
    if (sql.includes('greatest(until') && hour < 18) {
      hour += 1;
      await addDailyCounts(state, Date.parse(`${DAY}T${hour}:00Z`));
    }
    return rows;
  };
  const disturbed = new StatisticsStore({ query } as Database);
  expect(await disturbed.count('openings', period(first))).toEqual(before);
  expect(await disturbed.countOpenings(listed, week)).toEqual(opened);
});

it('counts the events after a clock was set back', async () => {
  const first = companyIds[0];
  const count = async () => (await statistics.count('openings', period(first))).total;
  const before = await count();
  await addDailyCounts(state, Date.parse(`${DAY}T20:00Z`));
  await open('13:00', false);
  await addDailyCounts(state, Date.parse(`${DAY}T14:00Z`));
  expect(await count()).toBe(before + 1);
});

it('reads the records of one company alone, and names a removed dashboard by its identifier', async () => {
  const records = await readOpenings(companyIds[1]);
  expect(records).toMatchObject([
    { companyName: 'Second', dashboardTitle: removed.guid, isFurther: false },
    { companyName: 'Second', dashboardTitle: removed.guid, isFurther: true },
  ]);
});

it('reads each opening once from several pages, even if all have the same time', async () => {
  await state.query(
    `INSERT INTO openings (connection_id, opened_at)
     SELECT connection_id, opened_at + interval '1 day'
     FROM (SELECT * FROM openings LIMIT 1) AS first, generate_series(1, 4100)`,
  );
  expect(await readOpenings(null, '2026-11-22')).toHaveLength(4100);
});
