import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { createDashboardHost } from 'embedded-dashboard/host';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { PartReport } from '../../src/doctor/part-reports.ts';
import { runCommand } from '../../src/doctor/run-command.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { answerOf, FaultyService, type Fetch, type Plant } from './faulty-service.ts';
import { listen } from './loopback.ts';
import { API_KEY } from './plain-service.ts';

let service: FaultyService;
let server: Server | undefined;

beforeAll(async () => {
  service = await FaultyService.start();
});

afterAll(() => service.close());

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  vi.restoreAllMocks();
  server?.close().closeAllConnections();
});

/** Runs the command against a host of the service, and returns the checks that failed. */
async function check(plant: Plant, ...options: string[]): Promise<string[]> {
  const { fetch } = createDashboardHost({
    baseUrl: service.url,
    apiKey: API_KEY,
    resolve: () => ({ sessionId: 'session-1', dashboards: [GUID] }),
  });
  server = createServer(getRequestListener(plant((request) => fetch(request))));
  const host = `${await listen(server)}/dashboards`;
  let stdout = '';
  const args = ['doctor', '--json', '--host', host, '--dashboard', GUID, ...options];
  await runCommand(args, {
    env: { DASHBOARD_API_KEY: API_KEY },
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: () => {} },
    clock: service.clock,
    stop: new AbortController().signal,
  });
  expect(stdout).not.toContain('SECRET');
  const reports = JSON.parse(stdout) as PartReport[];
  const findings = reports.flatMap((report) => report.findings);
  return findings.filter(({ ok }) => !ok).map((finding) => finding.check);
}

const good: Plant = (next: Fetch) => next;
const withService = (): string[] => ['--service', service.url, '--logout'];

/** Adds the API key to the errors of the host. */
const revealing = (toText: (key: string) => string): Plant =>
  answerOf('/token', (response) =>
    response.status < 400 ? response : new Response(toText(API_KEY), response),
  );

it('a good host passes with its key and its service', async () => {
  expect(await check(good)).toEqual([]);
  expect(await check(good, ...withService())).toEqual([]);
});

it('a host whose errors contain the API key is reported', async () => {
  const key = ['host/answers-without-key'];
  expect(await check(revealing((text) => `Wrong: ${text}`))).toEqual(key);
  expect(await check(revealing((text) => `/Api/${encodeURIComponent(text)}/a`))).toEqual(key);
  const redirecting = answerOf('/token', (response) => {
    if (response.status < 400) return response;
    return new Response('', { status: 302, headers: { Location: `/${API_KEY}` } });
  });
  expect(await check(redirecting)).toContain('host/answers-without-key');
});

it('a host that answers every call with its API key is reported', async () => {
  const failing: Plant = () => async () => new Response(API_KEY, { status: 500 });
  expect(await check(failing)).toEqual(['host/answers-200', 'host/answers-without-key']);
});

it('a host whose logout ends nothing is reported if the service is checked, too', async () => {
  const careless: Plant = (next) => async (request) => {
    const isLogout = request.url.endsWith('/logout') && request.method === 'POST';
    const malformed = { method: 'POST', body: '{' };
    const answer = await next(isLogout ? new Request(request, malformed) : request);
    // The refusals stay: only the good call does nothing.
    if (!isLogout || answer.status !== 400) return answer;
    return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
  };
  expect(await check(careless, '--logout')).toEqual([]);
  expect(await check(careless, ...withService())).toEqual(['host/logout-ends-session']);
});
