import { Agent, request as openRequest } from 'node:http';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDashboardHost } from 'embedded-dashboard/host';
import { GUID, OWN_HEADERS, OTHER_GUID } from '../support/dashboard-calls.ts';
import { type FrameworkName, FRAMEWORKS, type HostApplication } from './frameworks.ts';
import { type NodeServer, send, serve } from '../support/node-server.ts';
import {
  answerWith,
  type ScriptedUpstream,
  startUpstream,
  TOKEN,
} from '../support/scripted-upstream.ts';

const BUSY_GUID = '6f1c5a0e-0000-4000-8000-00000000000c';
const PARTNER = 'https://partner.example.org';
const STRANGER = 'https://stranger.example.org';

/** A request. The default is the element's token request. Undefined headers are not sent. */
interface Call {
  method?: string;
  path?: string;
  headers?: Record<string, string | undefined>;
  body?: string;
}

interface Behaviour {
  call: Call;
  status: number;
  /** The headers of the answer, in addition to those of every answer. */
  headers?: Record<string, string>;
  /** The answer's JSON; missing if the answer has no body. */
  content?: unknown;
}

const EVERY_ANSWER = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  vary: 'Origin, Sec-Fetch-Site, Sec-Fetch-Dest, Cookie',
  'x-content-type-options': 'nosniff',
};
const JSON_TYPE = { 'content-type': 'application/json' };
const CORS = {
  'access-control-allow-origin': PARTNER,
  'access-control-allow-credentials': 'true',
  'access-control-expose-headers': 'Retry-After',
};
const PREFLIGHT = {
  'Content-Type': undefined,
  'X-Embedded-Dashboard': undefined,
  'Sec-Fetch-Site': 'cross-site',
  'Access-Control-Request-Method': 'POST',
  'Access-Control-Request-Headers': 'content-type,x-embedded-dashboard',
};
/** The headers that servers add about the connection and about themselves. */
const OF_SERVERS = /^(connection|content-length|date|keep-alive|transfer-encoding|x-powered-by)$/;

const granted = (call: Call, headers = {}): Behaviour => ({
  call,
  status: 200,
  headers: { ...JSON_TYPE, ...headers },
  content: { token: TOKEN, expiresIn: 7200, baseUrl: expect.stringMatching(/^http:/) },
});

/** A full page's address also varies by `Accept`, because browsers get HTML there. */
const refusedPage = (status: number, code: string, call: Call, headers = {}): Behaviour => {
  const vary = `${EVERY_ANSWER.vary}, Accept`;
  return refused(status, code, call, { vary, ...headers });
};

const refused = (status: number, code: string, call: Call, headers = {}): Behaviour => ({
  call,
  status,
  headers: { ...JSON_TYPE, ...headers },
  content: { error: { code, message: expect.stringMatching(/^(?!.*SECRET)/) } },
});

const asking = (dashboardGuid: string, more = {}) => JSON.stringify({ dashboardGuid, ...more });
const logout: Call = { path: '/dashboards/logout', body: '{}' };
const page: Call = { method: 'GET', path: `/dashboards/${GUID}?theme=dark&color=%23FC0`, body: '' };
const typed = (type: string | undefined): Call => ({ headers: { 'Content-Type': type } });
const from = (user: string | undefined): Call => ({ headers: { Cookie: user } });
const chunked = { 'Transfer-Encoding': 'chunked' };

const BEHAVIOURS = {
  'a token': granted({}),
  'a logout': { call: logout, status: 204 },
  'a full page with its query': {
    call: page,
    status: 303,
    headers: { location: expect.stringMatching(`/Tdb/${TOKEN}\\?theme=dark&color=\\$ffcc00$`) },
  },
  'a token for nobody': refused(401, 'unauthenticated', from(undefined)),
  'a logout of nobody': refused(401, 'unauthenticated', { ...logout, ...from('user=bob') }),
  'a full page for nobody': refusedPage(401, 'unauthenticated', { ...page, ...from(undefined) }),
  'somebody else’s dashboard': refused(403, 'forbidden', { body: asking(OTHER_GUID) }),
  'a busy service': refused(
    429,
    'rate-limited',
    { body: asking(BUSY_GUID) },
    { 'retry-after': '7' },
  ),
  'a resolve that throws': refused(500, 'config', from('user=broken')),

  'GET of a token': refused(
    405,
    'method-not-allowed',
    { method: 'GET', body: '' },
    { allow: 'POST' },
  ),
  'HEAD of a token': {
    call: { method: 'HEAD', body: '' },
    status: 405,
    headers: { ...JSON_TYPE, allow: 'POST' },
  },
  'HEAD of a full page': {
    call: { ...page, method: 'HEAD' },
    status: 405,
    headers: { ...JSON_TYPE, allow: 'GET', vary: `${EVERY_ANSWER.vary}, Accept` },
  },
  'PUT of a token': refused(405, 'method-not-allowed', { method: 'PUT' }, { allow: 'POST' }),
  'POST of a full page': refusedPage(
    405,
    'method-not-allowed',
    { path: `/dashboards/${GUID}` },
    { allow: 'GET' },
  ),
  'OPTIONS that is not a preflight': refused(
    405,
    'method-not-allowed',
    { method: 'OPTIONS', body: '' },
    { allow: 'POST' },
  ),

  'JSON with a charset': granted(typed('application/json; charset=utf-8')),
  'JSON that claims to be Latin-1': granted(typed('application/json; charset=iso-8859-1')),
  'JSON with a byte order mark': granted({ body: `\uFEFF${asking(GUID)}` }),
  'JSON in chunks': granted({ headers: chunked }),
  'a body of plain text': refused(415, 'unsupported-media-type', typed('text/plain')),
  'a body of XML': refused(415, 'unsupported-media-type', typed('application/xml')),
  'a body of a form': refused(
    415,
    'unsupported-media-type',
    typed('application/x-www-form-urlencoded'),
  ),
  'a body without a type': refused(415, 'unsupported-media-type', typed(undefined)),
  'a truncated body': refused(400, 'bad-request', { body: '{"dashboardGuid":' }),
  'an empty body': refused(400, 'bad-request', { body: '' }),
  'a list': refused(400, 'bad-request', { body: '[]' }),
  'a text': refused(400, 'bad-request', { body: '"text"' }),
  'no GUID': refused(400, 'bad-request', { body: asking('../logout') }),
  'a GUID in __proto__': refused(400, 'bad-request', {
    body: `{"__proto__":{"dashboardGuid":"${GUID}"}}`,
  }),
  '9 KB': refused(413, 'too-large', { body: asking(GUID, { padding: 'x'.repeat(9_000) }) }),
  '9 KB in chunks': refused(413, 'too-large', {
    headers: chunked,
    body: asking(GUID, { padding: 'x'.repeat(9_000) }),
  }),
  '9 KB of white space': refused(413, 'too-large', { body: asking(GUID) + ' '.repeat(9_000) }),
  '200 KB': refused(413, 'too-large', { body: asking(GUID, { padding: 'x'.repeat(200_000) }) }),
  '2 MB': refused(413, 'too-large', { body: asking(GUID, { padding: 'x'.repeat(2_000_000) }) }),

  'a page of another site': refused(403, 'cross-site', {
    headers: { Origin: STRANGER, 'Sec-Fetch-Site': 'cross-site' },
  }),
  'a call without X-Embedded-Dashboard': refused(403, 'cross-site', {
    headers: { 'X-Embedded-Dashboard': undefined },
  }),
  'a full page in a frame': refusedPage(403, 'cross-site', {
    ...page,
    headers: { 'Sec-Fetch-Dest': 'iframe' },
  }),
  'a listed origin': granted(
    { headers: { Origin: PARTNER, 'Sec-Fetch-Site': 'cross-site' } },
    CORS,
  ),
  'an error for a listed origin': refused(
    403,
    'forbidden',
    { headers: { Origin: PARTNER }, body: asking(OTHER_GUID) },
    CORS,
  ),
  'a preflight of a listed origin': {
    call: { method: 'OPTIONS', headers: { ...PREFLIGHT, Origin: PARTNER }, body: '' },
    status: 204,
    headers: {
      ...CORS,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'content-type,x-embedded-dashboard',
      'access-control-max-age': '600',
    },
  },
  'a preflight of another origin': refused(403, 'cross-site', {
    method: 'OPTIONS',
    headers: { ...PREFLIGHT, Origin: STRANGER },
    body: '',
  }),
} satisfies Record<string, Behaviour>;

type OwnAnswers = Partial<Record<keyof typeof BEHAVIOURS, number>>;

/**
 * The statuses of answers that a framework gives automatically, without calling the host. Parsers refuse
 * bodies that they cannot read. In the rows without `after` and `route` the listener runs before the
 * parsers, so they refuse nothing.
 */
const OWN_ANSWERS: Partial<Record<FrameworkName, OwnAnswers>> = {
  'Express, after express.json()': {
    'JSON that claims to be Latin-1': 415,
    'a truncated body': 400,
    'a text': 400,
    '200 KB': 413,
    '2 MB': 413,
  },
  'Fastify, as a route': {
    'OPTIONS that is not a preflight': 400,
    'a body of XML': 415,
    'a body of a form': 415,
    'a body without a type': 415,
    'a truncated body': 400,
    'an empty body': 400,
    'a GUID in __proto__': 400,
    '2 MB': 413,
  },
  // Next.js answers methods that a route does not export.
  'Next.js': { 'PUT of a token': 405 },
  // SvelteKit treats these types as a form of another origin, because only `fetch` can send other types.
  SvelteKit: { 'a body of plain text': 403, 'a body of a form': 403 },
};

let upstream: ScriptedUpstream;
let server: NodeServer;

const { Request: ofNode, Response: answerOfNode } = globalThis;

// Hono's server replaces both, and other tests run in this process.
afterAll(() => Object.assign(globalThis, { Request: ofNode, Response: answerOfNode }));

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  upstream = await startUpstream();
  upstream.script((response, call) => {
    const headers = { 'Set-Cookie': 'a=b', 'X-Upstream': 'SECRET', 'Retry-After': '7' };
    const isBusy = call.url.includes(BUSY_GUID);
    answerWith(isBusy ? 'SECRET' : TOKEN, { status: isBusy ? 429 : 200, headers })(response, call);
  });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await server[Symbol.asyncDispose]();
  await upstream[Symbol.asyncDispose]();
});

const newHost = () =>
  createDashboardHost({
    baseUrl: upstream.baseUrl,
    apiKey: 'key-1',
    origins: [PARTNER],
    resolve: ({ headers }) => {
      const cookie = headers.get('Cookie');
      if (cookie === 'user=broken') throw new Error('SECRET');
      return cookie === 'user=ann'
        ? { sessionId: 'session-1', dashboards: [GUID, BUSY_GUID] }
        : null;
    },
  });

const toOptions = ({ headers = {}, ...call }: Call) => {
  const all = { ...OWN_HEADERS, Cookie: 'user=ann', ...headers };
  const present = Object.entries(all).filter(([, value]) => value !== undefined);
  return {
    port: server.port,
    method: 'POST',
    path: '/dashboards/token',
    body: asking(GUID),
    ...call,
    headers: Object.fromEntries(present) as Record<string, string>,
  };
};

async function ask(call: Call): Promise<Omit<Behaviour, 'call'>> {
  const { status, headers, body } = await send(toOptions(call));
  const ofHost = Object.entries(headers).filter(([name]) => !OF_SERVERS.test(name));
  return {
    status,
    headers: Object.fromEntries(ofHost) as Record<string, string>,
    content: body ? parseJson(body) : undefined,
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

describe.for(Object.entries<HostApplication>(FRAMEWORKS))('%s', ([name, toListener]) => {
  beforeEach(async () => {
    server = await serve(await toListener(newHost()));
  });

  const ownAnswers: Partial<Record<string, number>> = OWN_ANSWERS[name as FrameworkName] ?? {};
  const rows = Object.entries<Behaviour>(BEHAVIOURS);

  test.for(rows.filter(([title]) => !(title in ownAnswers)))(
    'answers %s',
    async ([, { call, ...expected }]) => {
      expect(await ask(call)).toEqual({
        ...expected,
        headers: { ...EVERY_ANSWER, ...expected.headers },
      });
    },
  );

  test.for(rows.filter(([title]) => title in ownAnswers))(
    'does not pass %s to the host',
    async ([title, { call }]) => {
      const answer = await ask(call);
      expect(answer.status).toBe(ownAnswers[title]);
      expect(answer.headers).not.toHaveProperty('referrer-policy');
      expect(upstream.calls).toEqual([]);
    },
  );

  test('serves the next request after a body that is too long', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const { call } = BEHAVIOURS['200 KB'];
    expect(await send({ ...toOptions(call), agent })).toMatchObject({ status: 413 });
    expect(await send({ ...toOptions({}), agent })).toMatchObject({ status: 200 });
  });

  test('does not touch the application’s own addresses, or their bodies', async () => {
    const answer = await ask({ path: '/echo', body: '{"a":1}' });
    expect(answer).toMatchObject({ status: 200, content: { a: 1 } });
    expect(answer.headers).not.toHaveProperty('referrer-policy');
  });

  test.for(['/dashboards', '/dashboards/sales', '/dashboards/token/more', '/'])(
    'answers 404 at %s',
    async (path) => {
      expect(await ask({ path })).toMatchObject({ status: 404 });
      expect(upstream.calls).toEqual([]);
    },
  );

  test('aborts the service call when the client disconnects', async () => {
    upstream.script(() => {});
    const { body, ...options } = toOptions({});
    const client = openRequest({ host: '127.0.0.1', ...options });
    client.on('error', () => {}).end(body);
    await expect.poll(() => upstream.calls).toHaveLength(1);
    client.destroy();
    await expect.poll(() => upstream.calls[0]!.cancelled).toBe(true);
  });
});
