import { demoDashboards } from 'embedded-dashboard-service';
import { beforeEach, expect, it, vi } from 'vitest';
import { serveMetrics } from '../../../service/src/start/metrics-server.ts';
import type { Report, ServiceEvent } from '../../../service/src/telemetry/events.ts';
import { useService } from '../tested-service.ts';

const { guid } = demoDashboards[0]!;
const onEvent = vi.fn<Report>();
/** The events since the start of the service. */
let atStart: ServiceEvent[] | undefined;
const tested = useService({ onEvent, metricsPort: 0 });

beforeEach(() => {
  atStart ??= onEvent.mock.calls.map(([event]) => event);
  onEvent.mockClear();
});

/** Returns the events of one kind since the start of the test. */
const ofKind = <Kind extends ServiceEvent['kind']>(kind: Kind) =>
  onEvent.mock.calls.flatMap(([event]) =>
    event.kind === kind ? (event as ServiceEvent & { kind: Kind }) : [],
  );

it('gives a failed call an id, which its answer and its event have', async () => {
  const { service, url } = tested;
  service.faults = { getToken: 'error' };
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
  await tested.pageOf({ guid });
  const queries = ofKind('query');
  expect(queries.length).toBeGreaterThan(2);
  for (const query of queries) {
    expect(query).toMatchObject({ companyId: 1, dashboardGuid: guid, connection: 'own data' });
    expect(query.rows).toBeGreaterThan(0);
  }
  await tested.pageOf({ guid });
  expect(ofKind('query')).toHaveLength(queries.length);
  expect(ofKind('reuse').filter(({ source }) => source === 'kept').length).toBeGreaterThan(2);
});

it('tells a parameter of tokens that the dashboard does not use, once for each name', async () => {
  const open = async (parameters: string): Promise<void> => {
    await (await fetch(await tested.addressOf(guid, parameters))).text();
  };
  await open('region=North;Months=3');
  expect(ofKind('unused-parameter')).toEqual([]);
  await open('Regoin=North;hunter 2=x');
  await open('Regoin=South;Region=South');
  const place = { kind: 'unused-parameter', companyId: 1, dashboardGuid: guid };
  // A part of a value may look like a name, so the log gets only plain names.
  expect(ofKind('unused-parameter')).toEqual([
    { ...place, parameter: 'regoin' },
    { ...place, parameter: undefined },
  ]);
  onEvent.mockClear();
  await open(Array.from({ length: 40 }, (_, index) => `other${index}=1`).join(';'));
  expect(ofKind('unused-parameter').length).toBeLessThan(20);
});

it('serves metrics on a port of their own, and nothing else', async () => {
  const notices = atStart!.filter((event) => event.kind === 'notice');
  expect(notices.filter(({ text }) => text.startsWith('SERVICE_METRICS_HOST'))).toEqual([]);
  const [address = ''] = notices.flatMap(({ text }) => text.match(/http:\S+\/metrics$/) ?? []);
  const readMetrics = async (): Promise<(series: string) => number> => {
    const text = await (await fetch(address)).text();
    return (series) => Number(text.split(`\ndashboard_service_${series} `)[1]?.split('\n')[0] ?? 0);
  };
  const before = await readMetrics();
  const page = await tested.addressOf(guid);
  await (await fetch(`${page}?whole`)).text();
  expect((await fetch(`${tested.url}/Tdb/unknown`)).status).toBe(401);
  const after = await readMetrics();
  const risen = (series: string): number => after(series) - before(series);
  expect(risen('call_duration_seconds_count{route="/tdb/:token",status="200"}')).toBe(1);
  expect(risen('call_duration_seconds_count{route="/tdb/:token",status="401"}')).toBe(1);
  const queries = `query_duration_seconds_count{company="1",dashboard="${guid}"}`;
  expect(risen(queries)).toBe(ofKind('query').length);
  expect(after(queries)).toBeGreaterThan(2);
  expect(risen('live_tokens')).toBe(1);
  expect(after('queries{phase="running"}')).toBe(0);
  expect(after('kept_results')).toBeGreaterThan(2);
  const answer = await fetch(address);
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).not.toContain(page.split('/').at(-1));
  expect(text).not.toContain(tested.service.apiKey);
  for (const path of ['/', '/health', '/admin', '/metrics/']) {
    expect((await fetch(new URL(path, address))).status).toBe(404);
  }
  expect((await fetch(`${tested.url}/metrics`)).status).toBe(404);
});

it('warns that other machines can read the metrics', async () => {
  const place = { metricsPort: 0, metricsHost: '0.0.0.0' };
  const { server } = await serveMetrics(place, async () => null, onEvent);
  const warnings = ofKind('notice').filter(({ level }) => level === 'warn');
  expect(warnings.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^SERVICE_METRICS_HOST: other machines/),
  ]);
  await server.close();
});
