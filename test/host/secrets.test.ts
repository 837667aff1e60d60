import { inspect } from 'node:util';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createDashboardHost,
  type DashboardHost,
  type DashboardHostOptions,
  type TokenRequest,
} from 'embedded-dashboard/host';
import { GUID, logoutCall, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import {
  answerWith,
  type ScriptedUpstream,
  startUpstream,
  type UpstreamScript,
} from '../support/scripted-upstream.ts';

const KEY = 'CANARY key=1';
const SESSION = 'CANARY-session';
const TOKEN = 'CANARY-token-0123456789';
const CONNECTION = 'Server=a;Pwd=CANARY-password';
const USER = {
  sessionId: SESSION,
  dashboards: [GUID],
  connectionString: CONNECTION,
  sqlParameters: { region: 'CANARY-region' },
};

let upstream: ScriptedUpstream;
let host: DashboardHost;
let logged: string;

beforeEach(async () => {
  upstream = await startUpstream();
  host = createDashboardHost({ baseUrl: upstream.baseUrl, apiKey: KEY, resolve: () => USER });
  logged = '';
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((chunk) => {
      logged += String(chunk);
      return true;
    });
  }
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => {
      logged += inspect(values, { depth: 9, showHidden: true });
    });
  }
});

afterEach(async () => {
  vi.restoreAllMocks();
  await upstream[Symbol.asyncDispose]();
});

/** All that a log, a trace or an error page could show of a value. */
function everythingOf(value: unknown): string {
  const shown = inspect(value, { depth: 9, showHidden: true, getters: true });
  const { message, stack, cause } = value as Error;
  const own = Reflect.ownKeys(Object(value)).map((key) => String(Reflect.get(Object(value), key)));
  return [shown, JSON.stringify(value), String(value), message, stack, String(cause), ...own].join(
    '\n',
  );
}

const ECHO: UpstreamScript = (response, { url, body }) => {
  response.writeHead(500, { 'Content-Type': 'text/html', Location: url, 'X-Echo': url });
  response.end(`<p>${url} ${body} ${TOKEN}</p>`);
};
const REDIRECT: UpstreamScript = (response, { url }) =>
  response.writeHead(307, { Location: `http://127.0.0.1:1${url}` }).end(url);
const ECHO_JSON: UpstreamScript = (response, { url }) => response.end(`{"${url}`);
const ECHO_TEXT: UpstreamScript = (response, { url }) => response.end(url);
const HANG_UP: UpstreamScript = (response) => response.destroy();
const GARBLED: UpstreamScript = (response, { url }) =>
  response.socket!.end(`HTTP/1.1 ${url}\r\n\r\n`);

test.for<[string, UpstreamScript]>([
  ['500 with the address in HTML', ECHO],
  ['a redirect to an address that holds the key', REDIRECT],
  ['broken JSON', ECHO_JSON],
  ['the address as a token', ECHO_TEXT],
  ['an answer in HTML', answerWith(TOKEN, { headers: { 'Content-Type': 'text/html' } })],
  ['a closed connection', HANG_UP],
  ['no HTTP', GARBLED],
  ['401', answerWith(KEY, { status: 401 })],
  ['404', answerWith(KEY, { status: 404 })],
  ['429', answerWith(KEY, { status: 429 })],
])('nothing secret shows after %s', async ([, script]) => {
  upstream.script(script);
  const request: TokenRequest = { ...USER, dashboardGuid: GUID };
  const outcomes = await Promise.allSettled([
    host.client.getToken(request),
    host.client.getToken({ ...request, form: 'text' }),
    host.client.getToken({ ...request, form: 'query', connectionString: null }),
    host.client.logout({ sessionId: SESSION }),
  ]);
  const errors = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => reason as unknown);
  expect(errors.length).toBeGreaterThanOrEqual(3);
  for (const error of errors) expect(error).toMatchObject({ name: 'DashboardHostError' });
  const answers = await Promise.all(
    [tokenCall(), logoutCall(), pageCall(GUID)].map(async (call) => {
      const answer = await host.fetch(call);
      return `${inspect([...answer.headers])} ${await answer.text()}`;
    }),
  );
  expect([...errors.map(everythingOf), ...answers, logged].join('\n')).not.toMatch(/CANARY/);
});

test.for<[string, DashboardHostOptions['resolve']]>([
  [
    'what resolve throws',
    () => {
      throw new Error(`CANARY ${CONNECTION}`);
    },
  ],
  [
    'what dashboards throws',
    () => ({ ...USER, dashboards: () => Promise.reject(new Error('CANARY')) }),
  ],
  ['a session id', () => ({ ...USER, sessionId: 'CANARY/..' })],
  ['a connection string', () => ({ ...USER, connectionString: 'CANARY'.repeat(1000) })],
  ['a parameter', () => ({ ...USER, sqlParameters: { CANARY: ';' } })],
])('%s is a fault in the log, and does not show', async ([, resolve]) => {
  const faulty = createDashboardHost({ baseUrl: upstream.baseUrl, apiKey: KEY, resolve });
  const answer = await faulty.fetch(tokenCall());
  expect(answer.status).toBe(500);
  expect(logged).toMatch(/embedded-dashboard: config: /);
  expect((await answer.text()) + logged).not.toMatch(/CANARY/);
});

test('nothing secret shows where a field or a setting is refused', async () => {
  const { client } = host;
  const errors = await Promise.all([
    client.getToken({ ...USER, dashboardGuid: `CANARY${GUID}` }).catch((error: unknown) => error),
    client
      .getToken({ ...USER, dashboardGuid: GUID, sessionId: 'CANARY/..' })
      .catch((error: unknown) => error),
    client
      .getToken({ ...USER, dashboardGuid: GUID, connectionString: 'CANARY'.repeat(1000) })
      .catch((error: unknown) => error),
    client
      .getToken({ ...USER, dashboardGuid: GUID, sqlParameters: { CANARY: ';' } })
      .catch((error: unknown) => error),
    client.logout({ sessionId: 'CANARY?' }).catch((error: unknown) => error),
  ]);
  for (const settings of [
    { apiKey: 'CANARY/' },
    { baseUrl: 'https://CANARY:CANARY@host' },
    { basePath: 'CANARY' },
    { origins: ['CANARY'] },
  ]) {
    try {
      createDashboardHost({
        baseUrl: upstream.baseUrl,
        apiKey: KEY,
        resolve: () => USER,
        ...settings,
      });
    } catch (error) {
      errors.push(error);
    }
  }
  expect(errors).toHaveLength(9);
  // The stack names this file's own functions, so only what was refused can match.
  expect(errors.map(everythingOf).join('\n')).not.toMatch(/CANARY/);
});

test('host and client show no key', () => {
  expect(everythingOf(host) + everythingOf(host.client)).not.toMatch(/CANARY/);
});

test('the token shows in the token answer and the redirect, the rest nowhere', async () => {
  upstream.script(answerWith(TOKEN));
  const [token, page] = await Promise.all([host.fetch(tokenCall()), host.fetch(pageCall(GUID))]);
  const answers = [
    await token.text(),
    inspect([...token.headers]),
    await page.text(),
    inspect([...page.headers]),
    logged,
  ];
  const shown = answers.join('\n').match(/CANARY[\w-]*/g);
  expect(shown).toEqual([TOKEN, TOKEN]);
});
