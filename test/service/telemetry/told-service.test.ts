import { createInterface } from 'node:readline';
import { createDashboardService, demoDashboards } from 'embedded-dashboard-service';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Report, ServiceEvent } from '../../../service/src/telemetry/events.ts';
import { PATIENCE_MS } from '../../support/patience.mjs';
import { testService } from '../../support/test-database.ts';
import { spawnService } from '../service-process.ts';
import { endProcess } from '../../support/end-process.ts';

const { guid } = demoDashboards[0]!;

/** Starts a service, and returns it with its events. */
async function startTold(options = {}) {
  const onEvent = vi.fn<Report>();
  const service = createDashboardService({ ...(await testService()), onEvent, ...options });
  const { url } = await service.listen(0);
  onTestFinished(() => service.close());
  const ofKind = <Kind extends ServiceEvent['kind']>(kind: Kind) =>
    onEvent.mock.calls.flatMap(([event]) =>
      event.kind === kind ? (event as ServiceEvent & { kind: Kind }) : [],
    );
  return { service, url, ofKind };
}

it('gives a failed call an id, which its answer and its event have', async () => {
  const { service, url, ofKind } = await startTold({ faults: { getToken: 'error' } });
  const call = (id: string): Promise<Response> =>
    fetch(`${url}/Api/GetToken/${service.apiKey}/anna/${guid}`, {
      headers: { 'X-Request-Id': id },
    });
  const answers = [await call('their-1'), await call('not an id')];
  service.faults = {};
  answers.push(await call('their-3'));
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 200]);
  const ids = answers.map(({ headers }) => headers.get('X-Request-Id'));
  const route = '/api/gettoken/:apikey/:sessionid/:dashboardguid';
  expect(ofKind('call')).toMatchObject([
    { route, status: 500, method: 'GET', failed: { id: ids[0], callerId: 'their-1' } },
    { route, status: 500, failed: { id: ids[1] } },
    { route, status: 200 },
  ]);
  expect(ofKind('call')[1]!.failed).not.toHaveProperty('callerId');
  expect([ids[2], ofKind('call')[2]!.failed]).toEqual([null, undefined]);
});

it('tells each query of a dashboard, and which results were used again', async () => {
  const { service, url, ofKind } = await startTold();
  const open = async (): Promise<void> => {
    const token = await fetch(`${url}/Api/GetToken/${service.apiKey}/anna/${guid}`);
    await (await fetch(`${url}/Tdb/${await token.text()}?whole`)).text();
  };
  await open();
  const queries = ofKind('query');
  expect(queries.length).toBeGreaterThan(2);
  for (const query of queries) {
    expect(query).toMatchObject({ companyId: 1, dashboardGuid: guid, connection: 'own data' });
    expect(query.rows).toBeGreaterThan(0);
  }
  await open();
  expect(ofKind('query')).toHaveLength(queries.length);
  expect(ofKind('reuse').filter(({ source }) => source === 'kept').length).toBeGreaterThan(2);
});

it('serves metrics on a port of their own, and nothing else', async () => {
  const { service, url, ofKind } = await startTold({ metricsPort: 0 });
  const address = /http:\S+/.exec(
    ofKind('notice')
      .map(({ text }) => text)
      .join(' '),
  )![0];
  const token = await fetch(`${url}/Api/GetToken/${service.apiKey}/anna/${guid}`);
  const display = await token.text();
  await (await fetch(`${url}/Tdb/${display}?whole`)).text();
  expect((await fetch(`${url}/Tdb/unknown`)).status).toBe(401);
  const answer = await fetch(address);
  const text = await answer.text();
  const valueOf = (series: string): number =>
    Number(text.split(`\ndashboard_service_${series} `)[1]?.split('\n')[0]);
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(valueOf('call_duration_seconds_count{route="/tdb/:token",status="200"}')).toBe(1);
  expect(valueOf('call_duration_seconds_count{route="/tdb/:token",status="401"}')).toBe(1);
  expect(valueOf(`query_duration_seconds_count{company="1",dashboard="${guid}"}`)).toBe(
    ofKind('query').length,
  );
  expect(valueOf('live_tokens')).toBe(1);
  expect(valueOf('queries{phase="running"}')).toBe(0);
  expect(valueOf('kept_results')).toBeGreaterThan(2);
  expect(text).not.toContain(display);
  expect(text).not.toContain(service.apiKey);
  for (const path of ['/', '/health', '/admin', '/metrics/']) {
    expect((await fetch(new URL(path, address))).status).toBe(404);
  }
  expect((await fetch(`${url}/metrics`)).status).toBe(404);
});

it('warns that other machines can read the metrics', async () => {
  const { ofKind } = await startTold({ metricsPort: 0, metricsHost: '0.0.0.0' });
  const warnings = ofKind('notice').filter(({ level }) => level === 'warn');
  expect(warnings.filter(({ text }) => text.startsWith('SERVICE_METRICS_HOST'))).toHaveLength(1);
});

it('writes JSON, one object a line, from the first line of a start on', async () => {
  const child = spawnService({ DATABASE_URL: 'memory:', SERVICE_LOG: 'json' });
  onTestFinished(() => endProcess(child));
  const output: string[] = [];
  child.stdout.on('data', (data: Buffer) => output.push(String(data)));
  const lines: string[] = [];
  createInterface(child.stderr).on('line', (line) => lines.push(line));
  const isReady = (): boolean => lines.some((line) => line.includes('The dashboard service is at'));
  await vi.waitUntil(isReady, { timeout: PATIENCE_MS });
  for (const line of lines) {
    expect(JSON.parse(line)).toMatchObject({
      level: 'info',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      text: expect.any(String),
      pid: child.pid,
    });
  }
  expect(output).toEqual([]);
});
