import type { Agent } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { Goal, Measurement, Table } from '../results.ts';
import { type ChildServer, startServer } from '../child-server.ts';
import { type Answer, askAtFullSpeed, askAtRate, ask, createAgent } from '../http-load.ts';
import { OTHER_GUID, toTokenCall } from './token-call.ts';

const CALLS = 2_700;
const SECONDS = 3;
const RECOVERY_LOOK_MS = 50;

/** The answers during an outage of one kind, and the time until the first token after it. */
interface Outage {
  kind: string;
  /** The calls of the service, out of `CALLS` calls of the host. */
  reached: number;
  /** The longest wait for a refusal, in milliseconds. */
  slowestRefusalMs: number;
  statuses: Record<number, number>;
  recoveryMs: number;
}

/** Measures many calls while the service hangs, and while it fails. */
export async function measureDeadService(): Promise<Measurement> {
  const outages = [await goThrough('hanging'), await goThrough('failing')];
  return { goals: toGoals(outages), table: toTable(outages), raw: outages };
}

function toGoals(outages: readonly Outage[]): Goal[] {
  const reached = Math.max(...outages.map((outage) => outage.reached)) / CALLS;
  const slowest = Math.max(...outages.map(({ slowestRefusalMs }) => slowestRefusalMs));
  const recoveryMs = Math.max(...outages.map((outage) => outage.recoveryMs));
  return [
    {
      name: `calls that reach a dead service, of ${CALLS} in ${SECONDS} s`,
      goal: '≤ 5 %',
      measured: `${(reached * 100).toFixed(1)} %`,
      isMet: reached <= 0.05,
    },
    {
      name: 'slowest 503 of the other calls',
      goal: '≤ 50 ms',
      measured: `${slowest.toFixed(0)} ms`,
      isMet: slowest <= 50,
    },
    {
      name: 'first token after the service is back',
      goal: '≤ 6 s',
      measured: `${(recoveryMs / 1000).toFixed(1)} s`,
      isMet: recoveryMs <= 6_000,
    },
  ];
}

function toTable(outages: readonly Outage[]): Table {
  return {
    columns: ['the service is', 'calls that reach it', 'slowest 503', 'answers', 'first token'],
    rows: outages.map((outage) => [
      outage.kind,
      outage.reached,
      `${outage.slowestRefusalMs.toFixed(0)} ms`,
      Object.entries(outage.statuses)
        .map(([status, count]) => `${count} × ${status}`)
        .join(', '),
      `after ${(outage.recoveryMs / 1000).toFixed(1)} s`,
    ]),
  };
}

async function goThrough(kind: 'hanging' | 'failing'): Promise<Outage> {
  await using service = await startServer('host/servers/dashboard-service');
  await using host = await startServer('host/servers/with-host', service.url);
  using agent = createAgent();
  console.log(`a service that is ${kind}: ${CALLS} calls`);
  // Warm up: an outage hits a server that has been running for a while.
  await askAtFullSpeed(toTokenCall(host.url), { connections: 16, amount: 3_000 });
  await fetch(`${service.url}/as/${kind}`);
  // Call two dashboards: errors of a single dashboard are not an outage.
  const halves = await Promise.all(
    [undefined, OTHER_GUID].map((guid) =>
      askAtRate(toTokenCall(host.url, guid), CALLS / SECONDS / 2, SECONDS, agent),
    ),
  );
  const reached = Number(await (await fetch(`${service.url}/as/well`)).text());
  const recoveryMs = await untilToken(host, agent);
  const answers = await Promise.all(halves.flat());
  const refusals = answers.filter(({ status }) => status === 503);
  return {
    kind,
    reached,
    slowestRefusalMs: Math.max(...refusals.map(({ latencyMs }) => latencyMs)),
    statuses: countStatuses(answers),
    recoveryMs,
  };
}

async function untilToken(host: ChildServer, agent: Agent): Promise<number> {
  const begunAt = performance.now();
  for (;;) {
    const { status } = await ask(toTokenCall(host.url), agent);
    if (status === 200) return performance.now() - begunAt;
    await wait(RECOVERY_LOOK_MS);
  }
}

function countStatuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
