import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startPostgres } from '../../test/support/postgres-server.ts';
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
import { API_KEY } from '../service/dashboards.ts';
import { DASHBOARD, ORDERS } from './dashboard.ts';

/** The pages that readers opened at one rate. Times are in milliseconds. */
export interface Pages {
  perSecond: number;
  latenciesMs: number[];
  /** The processor time of the service for each page. */
  processorMs: number;
}

/** The readers of one dashboard, on one process and PostgreSQL. */
export interface Readers {
  /** All readers with tokens of their own, on a service that has shown nothing yet. */
  crowd: Pages & { statuses: number[]; seconds: number; queries: number };
  /** One page after the other, with kept results. */
  idle: Pages;
  /** The pages per second that the service can answer. */
  fullPerSecond: number;
  /** Half as many pages. */
  half: Pages;
}

/** The server writes its counters at most ten seconds after a query. */
const COUNTERS_MS = 11_000;
const CONNECTIONS = 16;
const IDLE_PAGES = 100;

/** Measures `count` readers who arrive within `seconds` seconds, then each rate for as long. */
export async function measureReaders(count: number, seconds: number): Promise<Readers> {
  const server = await startPostgres('on');
  try {
    const [state, data] = [server.createDatabase(), server.createDatabase()];
    await using client = await connect(data);
    await client.query(ORDERS);
    await using service = await startServer('readers/server', state, new URL(data).host);
    console.log('readers: the table is there');
    const crowd = await measureCrowd(service, client, data, count, seconds);
    console.log('readers: all have a page');
    return { crowd, ...(await measureRates(service, data, seconds)) };
  } finally {
    await server.stop();
  }
}

async function connect(address: string): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client(address);
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** Each reader requests a token and opens the page. */
async function measureCrowd(
  service: ChildServer,
  client: pg.Client,
  data: string,
  count: number,
  seconds: number,
): Promise<Readers['crowd']> {
  using agent = createAgent();
  const before = await countQueries(client);
  const { cpuMicroseconds } = await service.state();
  const begunAt = performance.now();
  const pages = Array.from({ length: count }, async (_, reader) => {
    await wait((reader / count) * 1000 * seconds);
    const page = await toPage(toGetToken(service, data, `reader-${reader}`));
    return ask(page, agent);
  });
  const answers = await Promise.all(pages);
  const tookMs = performance.now() - begunAt;
  return {
    statuses: answers.map(({ status }) => status),
    seconds: tookMs / 1000,
    perSecond: count / seconds,
    latenciesMs: answers.map(({ latencyMs }) => latencyMs),
    processorMs: ((await service.state()).cpuMicroseconds - cpuMicroseconds) / 1000 / count,
    queries: (await countQueries(client)) - before,
  };
}

async function measureRates(service: ChildServer, data: string, seconds: number) {
  using agent = createAgent();
  const page = await toPage(toGetToken(service, data, 'rates'));
  const idle = await measure(service, async () => {
    const latencies: number[] = [];
    for (let count = 0; count < IDLE_PAGES; count += 1) {
      latencies.push((await ask(page, agent)).latencyMs);
    }
    return latencies;
  });
  const limits = { connections: CONNECTIONS, duration: seconds };
  const fullPerSecond = await askAtFullSpeed(page, limits, refuse);
  console.log('readers: at full speed');
  const half = await measure(service, async () => {
    const pending = await askAtRate(page, fullPerSecond / 2, seconds, agent);
    return (await Promise.all(pending)).map(({ status, latencyMs }) => {
      refuse(status);
      return latencyMs;
    });
  });
  return { idle, fullPerSecond, half };
}

async function measure(service: ChildServer, work: () => Promise<number[]>): Promise<Pages> {
  const { cpuMicroseconds } = await service.state();
  const begunAt = performance.now();
  const latenciesMs = await work();
  const seconds = (performance.now() - begunAt) / 1000;
  const used = (await service.state()).cpuMicroseconds - cpuMicroseconds;
  const { length } = latenciesMs;
  return { latenciesMs, perSecond: length / seconds, processorMs: used / 1000 / length };
}

/** Returns how often the table was read. Each query of the dashboard reads it once. */
async function countQueries(client: pg.Client): Promise<number> {
  await wait(COUNTERS_MS);
  const { rows } = await client.query<{ scans: string }>(
    `SELECT seq_scan AS scans FROM pg_stat_user_tables WHERE relname = 'orders'`,
  );
  return Number(rows[0]!.scans);
}

function toGetToken({ url }: ChildServer, connectionString: string, session: string): Call {
  return {
    url: `${url}/Api/GetToken/${API_KEY}/${session}/${DASHBOARD.guid}`,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ connectionString }),
  };
}
