import type { Goal, Measurement, Table } from '../results.ts';
import { median, quantile, toSpread } from '../statistics.ts';
import { type ChildServer, startServer } from '../child-server.ts';
import { askAtFullSpeed, askAtRate, createAgent } from '../http-load.ts';
import { toTokenCall } from './token-call.ts';

const CONNECTIONS = 16;
const STEADY_CALLS_PER_SECOND = 200;

/** The measurements of one server, per turn. */
interface Turns {
  callsPerSecond: number[];
  /** Processor time of the server, in microseconds per call. */
  cpuPerCall: number[];
  /** Latency in milliseconds, at a steady rate that leaves the machine idle between calls. */
  p50: number[];
  p99: number[];
}

/** The turns of the three servers. */
type Servers = Record<'bare' | 'host' | 'observed', Turns>;

/** Compares the token route with a handler that checks and limits nothing, in turns of `seconds` seconds. */
export async function measureThroughput(
  turns: number,
  seconds: number,
): Promise<Measurement & { note: string }> {
  const measured = await takeTurns(turns, seconds);
  return {
    goals: toGoals(measured),
    table: toTable(measured),
    note: 'The host reads Node’s requests and writes its responses directly. It creates the web’s `Request` only for `resolve`. The observer counts calls and sums up their times.',
    raw: measured,
  };
}

async function takeTurns(turns: number, seconds: number): Promise<Servers> {
  await using service = await startServer('host/servers/dashboard-service');
  await using bare = await startServer('host/servers/bare', service.url);
  await using host = await startServer('host/servers/with-host', service.url);
  await using observed = await startServer('host/servers/with-observer', service.url);
  const measured = { bare: noTurns(), host: noTurns(), observed: noTurns() };
  for (let turn = 0; turn <= turns; turn += 1) {
    // The first turn is a warm-up and does not count.
    const kept = turn > 0 ? measured : { bare: noTurns(), host: noTurns(), observed: noTurns() };
    await takeTurn(bare, seconds, kept.bare);
    await takeTurn(host, seconds, kept.host);
    await takeTurn(observed, seconds, kept.observed);
    console.log(`throughput: ${turn} of ${turns} turns`);
  }
  return measured;
}

function toGoals({ bare, host, observed }: Servers): Goal[] {
  const speed = ratio(host, bare);
  const observation = 1 - ratio(observed, host);
  const overheadMs = median(observed.p99) - median(bare.p99);
  return [
    {
      name: 'token calls per second, compared with a bare handler',
      goal: '≥ 0.55',
      measured: speed.toFixed(2),
      isMet: speed >= 0.55,
    },
    {
      name: 'calls per second lost to `observe`',
      goal: '≤ 3 %',
      measured: `${(100 * observation).toFixed(1)} %`,
      isMet: observation <= 0.03,
    },
    {
      name: `p99 minus that of a bare handler, at ${STEADY_CALLS_PER_SECOND} calls per second`,
      goal: '≤ 3 ms',
      measured: `${overheadMs.toFixed(2)} ms`,
      isMet: overheadMs <= 3,
    },
  ];
}

function ratio(one: Turns, other: Turns): number {
  return median(one.callsPerSecond) / median(other.callsPerSecond);
}

function toTable({ bare, host, observed }: Servers): Table {
  return {
    columns: [
      'median of the turns (least–greatest)',
      `calls per second, ${CONNECTIONS} connections`,
      'processor time per call, µs',
      'p50, ms',
      'p99, ms',
    ],
    rows: [
      toRow('bare `node:http`', bare),
      toRow('`toNodeListener`', host),
      toRow('`toNodeListener` with `observe`', observed),
    ],
  };
}

async function takeTurn(server: ChildServer, seconds: number, turns: Turns): Promise<void> {
  let calls = 0;
  const before = await server.state();
  const limits = { connections: CONNECTIONS, duration: seconds };
  const callsPerSecond = await askAtFullSpeed(toTokenCall(server.url), limits, () => (calls += 1));
  const after = await server.state();
  turns.callsPerSecond.push(callsPerSecond);
  turns.cpuPerCall.push((after.cpuMicroseconds - before.cpuMicroseconds) / calls);

  using agent = createAgent();
  const steady = await askAtRate(toTokenCall(server.url), STEADY_CALLS_PER_SECOND, seconds, agent);
  const latencies = (await Promise.all(steady)).map(({ latencyMs }) => latencyMs);
  turns.p50.push(quantile(latencies, 0.5));
  turns.p99.push(quantile(latencies, 0.99));
}

function noTurns(): Turns {
  return { callsPerSecond: [], cpuPerCall: [], p50: [], p99: [] };
}

function toRow(name: string, { callsPerSecond, cpuPerCall, p50, p99 }: Turns): string[] {
  return [name, toSpread(callsPerSecond), toSpread(cpuPerCall), toSpread(p50, 1), toSpread(p99, 1)];
}
