import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metrics, trace } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import {
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import { createDashboardHost, type DashboardHostEvent } from 'embedded-dashboard/host';
import { register } from 'prom-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { GUID, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { scaled } from '../support/tier.mjs';
import { everythingOf, findSecrets, SECRETS } from './secret-scan.ts';
import { answeredFaults } from './upstream-faults.ts';

const CALLS = scaled(10_000);
/** The number of concurrent calls. It is low, so that no attempt times out on a slow machine. */
const AT_ONCE = 20;

type Tally = Record<string, number>;

let folder: string;
let upstream: ScriptedUpstream;
let events: DashboardHostEvent[];
/** The number of answers that the test saw, by type and status. */
let answers: Tally;

const spans = new InMemorySpanExporter();
const points = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const reader = new PeriodicExportingMetricReader({ exporter: points });

beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
  vi.stubEnv('AUDIT_LOG', join(folder, 'audit.log'));
  metrics.setGlobalMeterProvider(new MeterProvider({ readers: [reader] }));
  const spanProcessors = [new SimpleSpanProcessor(spans)];
  trace.setGlobalTracerProvider(new NodeTracerProvider({ spanProcessors }));
  upstream = await startUpstream();
  await makeCalls();
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await upstream[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** Makes mixed calls through all rows of the fault matrix. */
async function makeCalls(): Promise<void> {
  const recipes = await Promise.all(
    ['prometheus', 'opentelemetry', 'audit'].map((name): Promise<{ observe: Observer }> => {
      return import(`../../docs/examples/observe-${name}.mjs`);
    }),
  );
  const scripts = [...Object.values(answeredFaults(upstream.baseUrl)), null, null, null];
  let sent = 0;
  upstream.script((response, call) => {
    const script = scripts[(sent += 1) % scripts.length];
    if (script) script(response, call);
    else response.end('token-0123456789');
  });
  events = [];
  answers = {};
  // Each host has its own circuit breaker, so that an outage of one row does not hide the others.
  const hosts = scripts.map(() =>
    createDashboardHost({
      baseUrl: upstream.baseUrl,
      apiKey: SECRETS.apiKey,
      resolve: (_, { context }) => (context === 1 ? null : toUser(context)),
      observe(event) {
        events.push(event);
        for (const { observe } of recipes) observe(event);
      },
    }),
  );
  const toCalls = [tokenCall, logoutCall, () => pageCall(GUID), () => tokenCall({ body: '{' })];
  const types = ['token', 'logout', 'page', 'token'];
  const makeOne = async (turn: number): Promise<void> => {
    const kind = turn % toCalls.length;
    const host = hosts[turn % hosts.length]!;
    const { status } = await host.fetch(toCalls[kind]!(), turn % 7);
    const key = `${types[kind]} ${status}`;
    answers[key] = (answers[key] ?? 0) + 1;
  };
  let turn = 0;
  const work = async (): Promise<void> => {
    while (turn < CALLS) await makeOne((turn += 1));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

type Observer = (event: DashboardHostEvent) => void;

function toUser(context: unknown) {
  const { connectionString, sqlParameters } = SECRETS;
  if (context === 2) throw new Error(SECRETS.connectionString);
  const sessionId = `session-${String(context)}`;
  return { sessionId, connectionString, sqlParameters, user: 'Ann', dashboards: [GUID] };
}

const tally = <Item>(items: readonly Item[], toKey: (item: Item) => string): Tally => {
  const counts: Tally = {};
  for (const key of items.map(toKey)) counts[key] = (counts[key] ?? 0) + 1;
  return counts;
};

test('each call makes one event, with the status of its answer', () => {
  expect(events).toHaveLength(CALLS);
  expect(tally(events, ({ type, status }) => `${type} ${status}`)).toEqual(answers);
  expect(new Set(events.map(({ code }) => code)).size).toBeGreaterThan(8);
});

test('the number of attempts equals the number of calls that the service got', () => {
  // Logout is a GET, which Node repeats if a connection breaks.
  const ofTokens = events.filter(({ type }) => type !== 'logout');
  const attempts = ofTokens.reduce((sum, event) => sum + event.attempts, 0);
  const received = upstream.calls.filter(({ method }) => method === 'POST').length;
  expect(received).toBeLessThanOrEqual(attempts);
  // On a busy machine, some attempts time out before they are sent.
  expect(received / attempts).toBeGreaterThan(0.98);
});

test('Prometheus has the same numbers', async () => {
  const counted = await register.getSingleMetric('embedded_dashboard_calls_total')!.get();
  const byCode = tally(events, ({ type, code }) => `${type} ${code}`);
  const values = counted.values.map(({ labels, value }) => [
    `${labels.type} ${labels.code}`,
    value,
  ]);
  expect(Object.fromEntries(values)).toEqual(byCode);
  const text = await register.metrics();
  const [, made] = /^embedded_dashboard_service_attempts_total\{type="page"\} (\d+)$/m.exec(text)!;
  const ofPages = events.filter(({ type }) => type === 'page');
  expect(Number(made)).toBe(ofPages.reduce((sum, { attempts }) => sum + attempts, 0));
});

test('OpenTelemetry has the same numbers', async () => {
  await reader.forceFlush();
  // On a slow machine, the reader has exported earlier sums, too.
  const all = points
    .getMetrics()
    .at(-1)!
    .scopeMetrics.flatMap(({ metrics: found }) => found);
  const duration = all.find(({ descriptor }) => descriptor.name.endsWith('call.duration'))!;
  const values = duration.dataPoints.map(({ attributes, value }) => [
    `${String(attributes['type'])} ${String(attributes['code'])}`,
    (value as { count: number }).count,
  ]);
  expect(Object.fromEntries(values)).toEqual(tally(events, ({ type, code }) => `${type} ${code}`));
  const finished = spans.getFinishedSpans();
  expect(tally(finished, ({ name }) => name)).toEqual(
    tally(events, ({ type }) => `dashboard ${type}`),
  );
  expect(findSecrets(JSON.stringify(finished.map(({ attributes }) => attributes)))).toEqual([]);
});

test('the audit has a line for each call', async () => {
  // pino writes to a file asynchronously.
  const readLines = () => readFileSync(join(folder, 'audit.log'), 'utf8').trim().split('\n');
  await expect.poll(readLines).toHaveLength(CALLS);
  const lines = readLines();
  const parsed = lines.map((line) => JSON.parse(line) as DashboardHostEvent);
  expect(tally(parsed, ({ type, status }) => `${type} ${status}`)).toEqual(answers);
  expect(findSecrets(lines.join('\n'))).toEqual([]);
});

test('no event has a secret, except for the cause', () => {
  const shown = events.map((event) => everythingOf({ ...event, cause: null })).join('\n');
  expect(findSecrets(shown)).toEqual([]);
  expect(events.some(({ cause }) => cause instanceof Error)).toBe(true);
});
