import { setTimeout as wait } from 'node:timers/promises';
import type { Goal, Measurement, Table } from '../results.ts';
import { startServer } from '../child-server.ts';
import type { ServerState } from '../measured-server.ts';
import { askAtFullSpeed, type Call } from '../http-load.ts';
import { toTokenCall } from './token-call.ts';

const WARM_UP_PART = 0.1;
const CONNECTIONS = 32;
const MEBIBYTE = 2 ** 20;

/** The state of the host and the service before and after many calls. */
interface Soak {
  calls: number;
  statuses: Record<number, number>;
  before: ServerState;
  after: ServerState;
  /** The number of open connections to the service. */
  toService: number;
}

/** Measures memory and connections that `calls` calls leave behind. Some calls fail, in all ways that could leak. */
export async function measureSoak(calls: number): Promise<Measurement> {
  const soak = await goThrough(calls);
  return { goals: toGoals(soak), table: toTable(soak), raw: soak };
}

async function goThrough(calls: number): Promise<Soak> {
  await using service = await startServer('host/servers/dashboard-service');
  await using host = await startServer('host/servers/with-host', service.url);
  await fetch(`${service.url}/as/mixed`);
  await askAtFullSpeed(toTokenCall(host.url), {
    connections: CONNECTIONS,
    amount: Math.ceil(calls * WARM_UP_PART),
  });
  const before = await host.state();
  const statuses = await countAnswers(toTokenCall(host.url), calls);
  // The host keeps its connections to the service for four seconds.
  await wait(6_000);
  const after = await host.state();
  return { calls, statuses, before, after, toService: (await service.state()).connections };
}

async function countAnswers(call: Call, calls: number): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let answered = 0;
  await askAtFullSpeed(call, { connections: CONNECTIONS, amount: calls }, (status) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
    answered += 1;
    if (answered % (calls / 20) === 0) console.log(`soak: ${answered} of ${calls} calls`);
  });
  return statuses;
}

function toGoals({ calls, before, after, toService }: Soak): Goal[] {
  const grown = (after.rssBytes - before.rssBytes) / MEBIBYTE;
  return [
    {
      name: `memory growth after ${calls.toLocaleString('en')} calls`,
      goal: '≤ 20 MiB',
      measured: `${grown.toFixed(1)} MiB`,
      isMet: grown <= 20,
    },
    {
      name: 'open connections after the calls, to the service and from callers',
      goal: '0',
      measured: `${toService + after.connections}`,
      isMet: toService + after.connections === 0,
    },
    {
      name: 'Node warnings',
      goal: 'none',
      measured: after.warnings.join(', ') || 'none',
      isMet: after.warnings.length === 0,
    },
  ];
}

function toTable({ before, after }: Soak): Table {
  return {
    columns: ['memory, MiB', 'before', 'after'],
    rows: [
      ['resident', toMebibytes(before.rssBytes), toMebibytes(after.rssBytes)],
      ['heap', toMebibytes(before.heapBytes), toMebibytes(after.heapBytes)],
    ],
  };
}

function toMebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(1);
}
