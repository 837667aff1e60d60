import { setTimeout as wait } from 'node:timers/promises';
import type { Measurement } from '../results.ts';
import { startServer } from '../child-server.ts';
import { askAtFullSpeed } from '../http-load.ts';
import { toTokenCall } from './token-call.ts';

const WARM_UP_PART = 0.1;
const CONNECTIONS = 32;
const MEBIBYTE = 2 ** 20;

/** So many calls, some of which fail in each of the ways that leave something behind. */
export async function measureSoak(calls: number): Promise<Measurement> {
  await using service = await startServer('host/servers/dashboard-service');
  await using host = await startServer('host/servers/with-host', service.url);
  await fetch(`${service.url}/as/mixed`);
  await askAtFullSpeed(toTokenCall(host.url), {
    connections: CONNECTIONS,
    amount: Math.ceil(calls * WARM_UP_PART),
  });
  const before = await host.state();
  const statuses: Record<number, number> = {};
  let answered = 0;
  await askAtFullSpeed(
    toTokenCall(host.url),
    { connections: CONNECTIONS, amount: calls },
    (status) => {
      statuses[status] = (statuses[status] ?? 0) + 1;
      answered += 1;
      if (answered % (calls / 20) === 0) console.log(`soak: ${answered} of ${calls} calls`);
    },
  );
  // Its connections to the service are kept for a next call, for four seconds.
  await wait(6_000);
  const after = await host.state();
  const toService = (await service.state()).connections;
  const grown = (after.rssBytes - before.rssBytes) / MEBIBYTE;
  return {
    goals: [
      {
        name: `memory that ${calls.toLocaleString('en')} calls leave behind`,
        goal: '≤ 20 MiB',
        measured: `${grown.toFixed(1)} MiB`,
        isMet: grown <= 20,
      },
      {
        name: 'connections left, to the service and from callers',
        goal: '0',
        measured: `${toService + after.connections}`,
        isMet: toService + after.connections === 0,
      },
      {
        name: 'warnings of Node',
        goal: 'none',
        measured: after.warnings.join(', ') || 'none',
        isMet: after.warnings.length === 0,
      },
    ],
    table: {
      columns: ['memory, MiB', 'before', 'after'],
      rows: [
        ['resident', toMebibytes(before.rssBytes), toMebibytes(after.rssBytes)],
        ['heap', toMebibytes(before.heapBytes), toMebibytes(after.heapBytes)],
      ],
    },
    raw: { calls, statuses, before, after, toService },
  };
}

function toMebibytes(bytes: number): string {
  return (bytes / MEBIBYTE).toFixed(1);
}
