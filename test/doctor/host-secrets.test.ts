import { createDashboardHost } from 'embedded-dashboard/host';
import { afterEach, beforeEach, it, vi } from 'vitest';
import type { PartReport } from '../../command/src/doctor/part-reports.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { answerOf, type Plant, toListener, useService } from './faulty-service.ts';
import { API_KEY } from './plain-service.ts';
import { runDoctor, useServers } from './run-doctor.ts';
import { expectVerdict } from './verdict.ts';

const service = useService();
const serve = useServers();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => void vi.restoreAllMocks());

/** Adds the API key to the errors of the host. */
const revealing = (toText: (key: string) => string): Plant =>
  answerOf('/token', (response) =>
    response.status < 400 ? response : new Response(toText(API_KEY), response),
  );

const redirecting: Plant = answerOf('/token', (response) =>
  response.status < 400
    ? response
    : new Response('', {
        status: 302,
        headers: { Location: `/${API_KEY}`, 'Cache-Control': 'no-store' },
      }),
);

/** Answers the good logout, and does nothing. */
const careless: Plant = (next) => async (request) => {
  const isLogout = request.url.endsWith('/logout') && request.method === 'POST';
  const malformed = { method: 'POST', body: '{' };
  const answer = await next(isLogout ? new Request(request, malformed) : request);
  // The refusals stay: only the good call does nothing.
  if (!isLogout || answer.status !== 400) return answer;
  return new Response(null, { status: 204, headers: { 'Cache-Control': 'no-store' } });
};

const KEY = 'answers-without-key';

it.each<[title: string, plant: Plant, options: string, verdict: string]>([
  ['that is good, with its service', (next) => next, '--service URL --logout', ''],
  ['whose errors have the key', revealing((key) => `Wrong: ${key}`), '', KEY],
  [
    'whose errors have its address',
    revealing((key) => `/Api/${encodeURIComponent(key)}/a`),
    '',
    KEY,
  ],
  ['that redirects with the key', redirecting, '', KEY],
  [
    'that answers every call with the key',
    () => async () => new Response(API_KEY, { status: 500 }),
    '',
    `answers-200, ${KEY}`,
  ],
  ['whose logout ends nothing', careless, '--logout', ''],
  [
    'whose logout ends nothing, with its service',
    careless,
    '--service URL --logout',
    'logout-ends-session',
  ],
])('a host is judged %s', async (_, plant, options, verdict) => {
  const { url, clock } = service;
  const { fetch } = createDashboardHost({
    baseUrl: url,
    apiKey: API_KEY,
    resolve: () => ({ sessionId: 'session-1', dashboards: [GUID] }),
  });
  const host = await serve(toListener(plant((request) => fetch(request))));
  const others = options.replace('URL', url).split(' ').filter(Boolean);
  const args = ['--json', '--host', `${host}/dashboards`, '--dashboard', GUID, ...others];
  const { stdout } = await runDoctor(args, { clock, env: { DASHBOARD_HOST_COOKIE: '' } });
  const findings = (JSON.parse(stdout) as PartReport[]).flatMap((report) => report.findings);
  expectVerdict({ findings }, verdict);
});
