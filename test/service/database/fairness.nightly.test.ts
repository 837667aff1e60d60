import { Worker } from 'node:worker_threads';
import { createDashboardService, type DashboardService } from 'embedded-dashboard-service';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { toDraft } from '../../../service/src/dashboard/dashboard-draft.ts';
import { type BackOffice, createCompany, logIn } from '../../support/back-office.ts';
import { figuresDashboard, stateOf } from '../../support/test-dashboard.ts';
import { turns } from '../../support/scripted-upstream.ts';
import { runSql, SETTINGS, testDatabase } from '../../support/test-database.ts';
import { callOf, publishIn } from '../admin/draft-calls.ts';

const COUNTS = 'generate_series(1, 1000000) a, generate_series(1, 1000000) b';
/** The names of more datasets than there are places for queries. */
const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const figures = (digit: number, toSql: (name: string) => string) =>
  figuresDashboard(digit, Object.fromEntries(names.map((name) => [name, toSql(name)])));
/** Its queries differ, and each page has values of its own, because equal queries run once. */
const endless = figures(
  1,
  (name) => `SELECT count(*) AS n FROM ${COUNTS} WHERE coalesce(:Page::text, '') <> '${name}'`,
);
const quick = figures(2, () => 'SELECT count(*) AS n FROM orders');
/** The number of queries that a company, or one of its sessions, runs at the same time. */
const LIMITS = { postgres: { company: 4, session: 3 }, pglite: { company: 2, session: 1 } };

/** Records the tasks of PGlite's threads. */
const give = vi.spyOn(Worker.prototype, 'postMessage');

let database: string;
let service: DashboardService;
let url: string;
let office: BackOffice;
let leaving: AbortController;

const limits = (): { company: number; session: number } =>
  LIMITS[inject('postgres') ? 'postgres' : 'pglite'];

beforeEach(async () => {
  database = await testDatabase();
  service = createDashboardService({
    database,
    ...SETTINGS,
    dashboards: [endless, quick],
  });
  ({ url } = await service.listen(0));
  office = await logIn(url, SETTINGS.adminPassword);
  leaving = new AbortController();
  give.mockClear();
});

afterEach(async () => {
  leaving.abort();
  let isClosed = false;
  const closed = service.close().then(() => (isClosed = true));
  if (inject('postgres')) {
    // PostgreSQL runs a query to its end although nobody waits for the rows.
    const end = async (): Promise<boolean> => {
      await runSql(
        database,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND pid <> pg_backend_pid()`,
      );
      return isClosed;
    };
    await expect.poll(end).toBe(true);
  }
  await closed;
});

async function countEndless(): Promise<number> {
  if (!inject('postgres')) {
    return give.mock.calls.filter(([task]) => (task as { sql?: string }).sql?.includes(COUNTS))
      .length;
  }
  const [row] = await runSql(
    database,
    `SELECT count(*)::int AS n FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()
       AND state = 'active' AND query ~ 'FETCH'`,
  );
  return Number(row!.n);
}

async function open(sessionId: string, guid: string, apiKey = SETTINGS.apiKey): Promise<string> {
  const address = `${url}/Api/GetToken/${apiKey}/${sessionId}/${guid}`;
  const values = `?SQLparameters=Page=${crypto.randomUUID()}`;
  const token = await (await fetch(address + values)).text();
  return (await fetch(`${url}/Tdb/${token}`, { signal: leaving.signal })).text();
}

/** Opens endless pages, and waits until `count` of their queries run. */
async function openEndless(sessionIds: string[], count: number): Promise<void> {
  for (const sessionId of sessionIds) open(sessionId, endless.guid).catch(() => {});
  await expect.poll(countEndless).toBe(count);
  await turns(50);
  expect(await countEndless()).toBe(count);
}

function expectReady(page: string): void {
  expect(names.map((name) => stateOf(page, name))).toEqual(names.map(() => 'ready'));
}

it("shows a company's dashboard while all pages of another company are endless", async () => {
  const { id, apiKey } = await createCompany(office, 'Other');
  const guid = crypto.randomUUID();
  await publishIn(office, guid, toDraft(quick), { companyId: id, version: 0 });
  await office.post(`dashboards/${guid}/share`, { accessible: true });
  await openEndless(['anna', 'ben', 'carl', 'dora', 'emil', 'fred'], limits().company);
  expectReady(await open('gina', guid, apiKey));
});

it("shows a user's dashboard while twelve pages of another user are endless", async () => {
  await openEndless(Array<string>(12).fill('anna'), limits().session);
  expectReady(await open('ben', quick.guid));
});

it("shows a user's dashboard while an author tries an endless draft", async () => {
  const call = callOf(toDraft(endless), { version: 0 });
  office.post('dashboards/preview', call).catch(() => {});
  await expect.poll(countEndless).toBe(limits().session);
  expectReady(await open('ben', quick.guid));
});
