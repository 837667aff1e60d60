import type { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { toDraft } from '../../service/src/dashboard/dashboard-draft.ts';
import { createCompany, logIn } from '../../test/support/back-office.ts';
import { publishIn } from '../../test/service/admin/draft-calls.ts';
import { startServer } from '../child-server.ts';
import { ask, askAtRate, type Call, createAgent, refuse, toPage } from '../http-load.ts';
import { API_KEY, DASHBOARD, HEAVY_DASHBOARD, SECRET } from '../service/dashboards.ts';

/** The latencies of one caller, in milliseconds. */
interface Latencies {
  pageMs: number[];
  tokenMs: number[];
}

/** The service on one database, with and without slow dashboards. */
export interface Neighbors {
  name: string;
  idle: Latencies;
  /** The latencies while another company keeps opening slow dashboards. */
  besideCompany: Latencies;
  /** The pages of a user while another user of the company has twelve slow pages open. */
  besideUserMs: number[];
  /** The memory of the service before and after the slow pages. */
  rssBytes: { before: number; after: number };
}

/** The caller of an API: a key, a session and a dashboard. */
interface Caller {
  url: string;
  apiKey: string;
  sessionId: string;
  guid: string;
}

const SLOW_PAGES = 12;
const SLOW_SESSIONS = 6;
const TOKENS_PER_SECOND = 50;
/** The service ends a heavy query after ten seconds. */
const HEAVY_MS = 10_000;
const WARM_UP_MS = 3000;

/** Measures on one database, each phase for `seconds` seconds. */
export async function measureNeighbors(
  name: string,
  databaseUrl: string,
  seconds: number,
): Promise<Neighbors> {
  await using service = await startServer('service/servers/service', databaseUrl);
  const { url } = service;
  const other = await addCompany(url);
  const user = { url, apiKey: API_KEY, sessionId: 'quick', guid: DASHBOARD.guid };
  const heavy = { ...user, guid: HEAVY_DASHBOARD.guid };

  await measure(other, Math.ceil(seconds / 3));
  const idle = await measure(other, seconds);
  const before = (await service.state()).rssBytes;
  console.log(`fairness: ${name}, idle`);

  const sessions = Array.from({ length: SLOW_PAGES }, (_, page) => `slow-${page % SLOW_SESSIONS}`);
  const besideCompany = await withSlowPages(heavy, sessions, () => measure(other, seconds));
  console.log(`fairness: ${name}, next to a slow company`);

  const ofOneUser = Array<string>(SLOW_PAGES).fill('slow');
  const { pageMs } = await withSlowPages(heavy, ofOneUser, () => measure(user, seconds));
  console.log(`fairness: ${name}, next to a slow user`);

  const { rssBytes: after } = await service.state();
  return { name, idle, besideCompany, besideUserMs: pageMs, rssBytes: { before, after } };
}

/** Adds a company with the dashboard of the bench. */
async function addCompany(url: string): Promise<Caller> {
  const office = await logIn(url, SECRET);
  const { id, apiKey } = await createCompany(office, 'Neighbor');
  const guid = crypto.randomUUID();
  await publishIn(office, guid, toDraft(DASHBOARD), { companyId: id, version: 0 });
  await office.post(`dashboards/${guid}/share`, { accessible: true });
  return { url, apiKey, sessionId: 'quick', guid };
}

/** Opens one page after the other, and meanwhile calls GetToken at an even rate. */
async function measure(caller: Caller, seconds: number): Promise<Latencies> {
  using agent = createAgent();
  const page = await toPage(toGetToken(caller));
  const tokens = askAtRate(toGetToken(caller), TOKENS_PER_SECOND, seconds, agent);
  const endsAt = performance.now() + seconds * 1000;
  const pageMs: number[] = [];
  while (performance.now() < endsAt) {
    pageMs.push(await askOne(page, agent));
    // Readers do not open pages without a pause.
    await wait(100);
  }
  const answers = await Promise.all(await tokens);
  for (const { status } of answers) refuse(status);
  return { pageMs, tokenMs: answers.map(({ latencyMs }) => latencyMs) };
}

/** Runs `work` while each session keeps opening the slow page. Resolves when the last query has ended. */
async function withSlowPages<Result>(
  caller: Caller,
  sessionIds: string[],
  work: () => Promise<Result>,
): Promise<Result> {
  const pages = await Promise.all(
    sessionIds.map((sessionId) => toPage(toGetToken({ ...caller, sessionId }))),
  );
  const leaving = new AbortController();
  const { signal } = leaving;
  const openings = pages.map(async (page) => {
    while (!signal.aborted) {
      const answer = await fetch(page.url, { signal });
      refuse(answer.status);
      await answer.text();
    }
  });
  // In this time the slow pages fill the queue, and PGlite starts its threads.
  await wait(WARM_UP_MS);
  const result = await work();
  leaving.abort();
  await Promise.allSettled(openings);
  await wait(HEAVY_MS + 2000);
  return result;
}

function toGetToken({ url, apiKey, sessionId, guid }: Caller): Call {
  // Equal queries would run once.
  const values = `SQLparameters=Page=${crypto.randomUUID()}`;
  return { url: `${url}/Api/GetToken/${apiKey}/${sessionId}/${guid}?${values}`, method: 'POST' };
}

async function askOne(call: Call, agent: Agent): Promise<number> {
  const { status, latencyMs } = await ask(call, agent);
  refuse(status);
  return latencyMs;
}
