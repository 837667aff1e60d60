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
import { answerWith, type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';
import { findSecrets, SECRETS } from './secret-scan.ts';

const { apiKey, connectionString, sqlParameters, token } = SECRETS;
const USER = { sessionId: 'session-1', connectionString, sqlParameters, dashboards: [GUID] };
/** The calls by their types and codes: the service is busy for the first token, and for its retry. */
const COUNTS = {
  ...{ 'token upstream-status': 1, 'token ok': 2, 'token bad-request': 1 },
  ...{ 'logout ok': 1, 'page ok': 1 },
};

let folder: string;
let upstream: ScriptedUpstream;

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
  upstream.script((response, call) => {
    answerWith(token, { status: upstream.calls.length <= 2 ? 503 : 200 })(response, call);
  });
  const recipes = await Promise.all(
    ['prometheus', 'opentelemetry', 'audit'].map(
      (name): Promise<{ observe: (event: DashboardHostEvent) => void }> =>
        import(`../../docs/examples/observe-${name}.mjs`),
    ),
  );
  const host = createDashboardHost({
    baseUrl: upstream.baseUrl,
    apiKey,
    resolve: () => USER,
    observe(event) {
      for (const { observe } of recipes) observe(event);
    },
  });
  const calls = [tokenCall(), tokenCall(), tokenCall(), tokenCall({ body: '{' }), logoutCall()];
  for (const call of [...calls, pageCall(GUID)]) await host.fetch(call);
});

afterAll(async () => {
  vi.unstubAllEnvs();
  await upstream[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

test('Prometheus counts the calls, and their attempts at the service', async () => {
  const counted = await register.getSingleMetric('embedded_dashboard_calls_total')!.get();
  const values = counted.values.map(({ labels, value }) => [
    `${labels.type} ${labels.code}`,
    value,
  ]);
  expect(Object.fromEntries(values)).toEqual(COUNTS);
  const text = await register.metrics();
  expect(text).toMatch(/^embedded_dashboard_service_attempts_total\{type="token"\} 4$/m);
});

test('OpenTelemetry counts the calls, and has a span for each, without secrets', async () => {
  await reader.forceFlush();
  // On a slow machine, the reader has exported earlier sums, too.
  const { scopeMetrics } = points.getMetrics().at(-1)!;
  const all = scopeMetrics.flatMap(({ metrics: found }) => found);
  const duration = all.find(({ descriptor }) => descriptor.name.endsWith('call.duration'))!;
  const values = duration.dataPoints.map(({ attributes, value }) => [
    `${String(attributes['type'])} ${String(attributes['code'])}`,
    (value as { count: number }).count,
  ]);
  expect(Object.fromEntries(values)).toEqual(COUNTS);
  const finished = spans.getFinishedSpans();
  expect(finished.map(({ name }) => name.replace('dashboard ', ''))).toEqual([
    ...['token', 'token', 'token', 'token', 'logout', 'page'],
  ]);
  expect(findSecrets(JSON.stringify(finished.map(({ attributes }) => attributes)))).toEqual([]);
});

test('the audit has a line for each call, without secrets', async () => {
  // pino writes to a file asynchronously.
  const readLines = () => readFileSync(join(folder, 'audit.log'), 'utf8').trim().split('\n');
  await expect.poll(readLines).toHaveLength(6);
  const lines = readLines();
  const parsed = lines.map((line) => JSON.parse(line) as DashboardHostEvent);
  expect(parsed.map(({ type, status }) => `${type} ${status}`)).toEqual([
    ...['token 502', 'token 200', 'token 200', 'token 400', 'logout 204', 'page 303'],
  ]);
  expect(findSecrets(lines.join('\n'))).toEqual([]);
});
