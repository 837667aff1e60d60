import { type ChildServer, startServer } from '../child-server.ts';
import {
  ask,
  askAtFullSpeed,
  askAtRate,
  type Call,
  createAgent,
  refuse,
  toPage,
} from '../http-load.ts';
import { API_KEY, DASHBOARD, HEAVY_DASHBOARD } from './dashboards.ts';

/** The measurements of one server. */
interface Work {
  /** One value per turn. */
  tokensPerSecond: number[];
  pagesPerSecond: number[];
  /** One value per call, in milliseconds. */
  tokenMs: number[];
  pageMs: number[];
}

/** The measurements of the service and of bare routes on one database. */
export interface DatabaseTurns {
  name: string;
  service: Work;
  bare: Work;
  /** The times of a page's queries, in milliseconds. */
  sqlMs: number[];
  /** The latencies of GetToken calls while a heavy query ran. */
  besideHeavyMs: number[];
}

const TOKEN_CONNECTIONS = 16;
const PAGE_CONNECTIONS = 4;
const TOKENS_PER_SECOND = 100;
const PAGES_A_TURN = 30;
const HEAVY_SECONDS = 9;

/** Measures on one database, in turns of `seconds` seconds for each measurement. */
export async function measureDatabase(
  name: string,
  databaseUrl: string,
  turns: number,
  seconds: number,
): Promise<DatabaseTurns> {
  await using service = await startServer('service/servers/service', databaseUrl);
  await using bare = await startServer('service/servers/bare', databaseUrl);
  const measured = noTurns(name);
  for (let turn = 0; turn <= turns; turn += 1) {
    // The first turn is a warm-up and does not count.
    const kept = turn > 0 ? measured : noTurns(name);
    await takeTurn(bare, seconds, kept.bare);
    await takeTurn(service, seconds, kept.service);
    kept.sqlMs.push(...(await readSqlTimes(bare)));
    console.log(`service: ${name}, ${turn} of ${turns} turns`);
  }
  measured.besideHeavyMs = await askBesideHeavyQuery(service);
  return measured;
}

async function takeTurn(server: ChildServer, seconds: number, work: Work): Promise<void> {
  using agent = createAgent();
  const getToken = toGetToken(server);
  const limits = { duration: seconds };
  work.tokensPerSecond.push(
    await askAtFullSpeed(getToken, { connections: TOKEN_CONNECTIONS, ...limits }, refuse),
  );
  const steady = await askAtRate(getToken, TOKENS_PER_SECOND, seconds, agent);
  work.tokenMs.push(...(await Promise.all(steady)).map(({ latencyMs }) => latencyMs));

  const page = await toPage(getToken);
  work.pagesPerSecond.push(
    await askAtFullSpeed(page, { connections: PAGE_CONNECTIONS, ...limits }, refuse),
  );
  for (let count = 0; count < PAGES_A_TURN; count += 1) {
    const { latencyMs } = await ask(page, agent);
    work.pageMs.push(latencyMs);
  }
}

/** Reads the times of a page's queries, which the bare Tdb route answers with. */
async function readSqlTimes(bare: ChildServer): Promise<number[]> {
  const { url } = await toPage(toGetToken(bare));
  const times: number[] = [];
  for (let count = 0; count < PAGES_A_TURN; count += 1) {
    times.push(Number(await (await fetch(url)).text()));
  }
  return times;
}

async function askBesideHeavyQuery(service: ChildServer): Promise<number[]> {
  using agent = createAgent();
  const heavy = ask(await toPage(toGetToken(service, HEAVY_DASHBOARD.guid)), agent);
  const getToken = toGetToken(service);
  const calls = await askAtRate(getToken, 50, HEAVY_SECONDS, agent);
  const answers = await Promise.all(calls);
  const { latencyMs } = await heavy;
  if (latencyMs < HEAVY_SECONDS * 1000)
    throw new Error(`The heavy query ran for only ${latencyMs} ms.`);
  for (const { status } of answers) refuse(status);
  return answers.map((answer) => answer.latencyMs);
}

/** Returns a call of GetToken with a fixed session. */
export function toGetToken({ url }: Pick<ChildServer, 'url'>, guid = DASHBOARD.guid): Call {
  return {
    url: `${url}/Api/GetToken/${API_KEY}/session-1/${guid}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ user: 'somebody' }),
  };
}

function noTurns(name: string): DatabaseTurns {
  return { name, service: noWork(), bare: noWork(), sqlMs: [], besideHeavyMs: [] };
}

function noWork(): Work {
  return { tokensPerSecond: [], pagesPerSecond: [], tokenMs: [], pageMs: [] };
}
