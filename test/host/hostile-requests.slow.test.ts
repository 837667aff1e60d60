import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDashboardHost,
  type DashboardHostOptions,
  toNodeListener,
} from 'embedded-dashboard/host';
import { GUID, HOST, tokenCall } from '../support/dashboard-calls.ts';
import { hostileText, mostly, nearly, noText } from '../support/hostile-text.ts';
import { send, serve } from '../support/node-server.ts';
import { startUpstream, TOKEN } from '../support/scripted-upstream.ts';
import { attack, type Tally } from './hostile.ts';
import { type RecordedService, recordService } from './recorded-service.ts';

const PARTNER = 'https://partner.example.org';
const USER = { sessionId: 'session-1', dashboards: () => true };

let service: RecordedService;

beforeEach(() => {
  service = recordService();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => void vi.restoreAllMocks());

const newHost = (options: Partial<DashboardHostOptions> = {}) =>
  createDashboardHost({
    ...{ baseUrl: 'https://bi.example.com', apiKey: 'key-1', resolve: () => USER },
    origins: [PARTNER],
    ...options,
  });

/** The status, and the requested dashboard, if any. */
async function outcomeOf(
  answer: Response,
  tally: Tally,
): Promise<[status: number, dashboard: string | undefined]> {
  const calls = service.takeCalls();
  expect(calls).toHaveLength(answer.status === 200 || answer.status === 303 ? 1 : 0);
  if (answer.status >= 400) {
    const { error } = await answer.json();
    expect(error).toEqual({ code: expect.any(String), message: expect.any(String) });
    tally.refuse(error.message);
  }
  return [answer.status, calls[0]?.address.split('/').at(-1)];
}

const guid = fc.oneof(fc.constant(GUID), fc.uuid(), fc.constant(GUID.toUpperCase()));

/** The form of a GUID by the simplest rules. */
function hasFormOfGuid(text: unknown): text is string {
  if (typeof text !== 'string') return false;
  const parts = text.split('-');
  const isHex = Array.from(parts.join('')).every((sign) => '0123456789abcdefABCDEF'.includes(sign));
  return isHex && parts.map(({ length }) => length).join() === '8,4,4,4,12';
}

describe('the body of a token request', () => {
  const key = fc.oneof(
    { weight: 6, arbitrary: fc.constant('dashboardGuid') },
    nearly(fc.constant('dashboardGuid')),
    fc.constant('__proto__'),
  );
  const value = fc.oneof(
    { weight: 6, arbitrary: mostly(guid).map((text) => JSON.stringify(text)) },
    fc.json({ maxDepth: 3 }),
    fc.constantFrom('1e999', '-0', '123456789012345678901234567890', '{}', '[[[[]]]]'),
  );
  const members = fc
    .array(fc.tuple(key, value), { minLength: 1, maxLength: 3 })
    .map((pairs) => `{${pairs.map(([name, text]) => `${JSON.stringify(name)}:${text}`).join()}}`);
  const deep = fc
    .tuple(fc.constantFrom('[', '{"dashboardGuid":', '{"a":'), fc.nat(5_000))
    .map(([opening, depth]) => opening.repeat(depth));
  const anyBody = fc.oneof(
    { weight: 6, arbitrary: mostly(members) },
    { weight: 1, arbitrary: fc.oneof(fc.json(), hostileText, deep) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  );

  test('is read as valid JSON, or refused', async () => {
    const host = newHost();
    await attack({ count: 8_000, passed: 1_500, rules: 20 }, anyBody, async (body, tally) => {
      const bytes = Buffer.from(body);
      const answer = await host.fetch(tokenCall({ body: bytes }));
      const [status, dashboard] = await outcomeOf(answer, tally);
      const expected = bytes.length > 8192 ? null : guidIn(bytes);
      expect(dashboard).toBe(expected?.toLowerCase());
      expect(status).toBe(bytes.length > 8192 ? 413 : expected ? 200 : 400);
      if (expected) tally.pass();
    });
  });

  /** The GUID by the simplest rules: valid JSON, an object's own member, and exactly the form of a GUID. */
  function guidIn(bytes: Buffer): string | null {
    try {
      const content: unknown = JSON.parse(new TextDecoder().decode(bytes));
      const isList = Array.isArray(content);
      const own = isList ? null : Object.getOwnPropertyDescriptor(content, 'dashboardGuid');
      return hasFormOfGuid(own?.value) ? own.value : null;
    } catch {
      return null;
    }
  }
});

describe('the headers of a token request', () => {
  const origins = ['https://app.example.com', 'http://app.example.com:8080', PARTNER, 'null', ''];
  const hosts = ['', ':443', ':8080'].map((port) => `app.example.com${port}`);
  const sites = ['same-origin', 'same-site', 'cross-site', 'none'];
  const rarely = (...texts: string[]) => fc.option(mostly(fc.constantFrom(...texts)), { freq: 4 });
  const anyHeaders = fc.record({
    'X-Embedded-Dashboard': fc.oneof({ weight: 8, arbitrary: fc.constant('1') }, rarely('1')),
    'Sec-Fetch-Site': fc.option(mostly(fc.constantFrom(...sites)), { freq: 2 }),
    Origin: rarely(...origins),
    Host: rarely(...hosts, 'partner.example.org'),
  });

  test('admit the host’s own origin and listed ones, and no other', async () => {
    const host = newHost();
    const size = { count: 8_000, passed: 200, kinds: ['site', 'list', 'host'], rules: 20 };
    await attack(size, anyHeaders, async (headers, tally) => {
      fc.pre(canBeSent(headers));
      const request = tokenCall({ headers });
      const [status] = await outcomeOf(await host.fetch(request), tally);
      const rule = ruleThatAdmits(request.headers);
      expect(status).toBe(rule ? 200 : 403);
      if (rule) tally.pass(rule);
    });
  });

  function canBeSent(headers: Record<string, string | null>): boolean {
    try {
      return Boolean(tokenCall({ headers }));
    } catch {
      return false;
    }
  }

  function ruleThatAdmits(headers: Headers): 'site' | 'list' | 'host' | null {
    const origin = headers.get('Origin') ?? '';
    const site = headers.get('Sec-Fetch-Site');
    if (headers.get('X-Embedded-Dashboard') !== '1') return null;
    if (origin === PARTNER) return 'list';
    if (site) return site === 'same-origin' ? 'site' : null;
    const host = (headers.get('Host') ?? new URL(HOST).host).toLowerCase();
    return namesHost(origin, host) ? 'host' : null;
  }

  /** Browsers omit the default port of an origin. A `Host` header may name it. */
  function namesHost(origin: string, host: string): boolean {
    const [scheme, name] = origin.split('://', 2);
    const usual = { http: ':80', https: ':443' }[scheme!];
    if (!usual || !name) return false;
    return host === name + usual || (host === name && !name.endsWith(usual));
  }
});

test('the address of a full page is a route if it names a dashboard, and 404 otherwise', async () => {
  const basePaths = ['/', '/dashboards', '/a%20b/c', '/..a', '/token'];
  const hosts = new Map(basePaths.map((basePath) => [basePath, newHost({ basePath })]));
  const anyPath = fc
    .tuple(fc.constantFrom(...basePaths), mostly(guid), fc.constantFrom('', '', '/', '//', '/x'))
    .chain(([basePath, name, end]) => {
      const path = `${basePath}/${name}${end}`.replace('//', '/');
      return fc.tuple(fc.constant(basePath), mostly(fc.constant(path)));
    });
  const size = { count: 7_000, passed: 1_500, rules: 20 };
  await attack(size, anyPath, async ([basePath, path], tally) => {
    fc.pre(URL.canParse(HOST + path) && new URL(HOST + path).origin === HOST);
    const { pathname } = new URL(HOST + path);
    const host = hosts.get(basePath)!;
    const answer = await host.fetch(new Request(HOST + path));
    const [status, dashboard] = await outcomeOf(answer, tally);
    const prefix = basePath === '/' ? '/' : `${basePath}/`;
    const isBelow = pathname.startsWith(prefix);
    const name = isBelow ? pathname.slice(prefix.length).replace(/\/$/, '') : '';
    const isRoute = hasFormOfGuid(name);
    expect(host.serves(pathname)).toBe(status !== 404);
    expect(dashboard).toBe(isRoute ? name.toLowerCase() : undefined);
    expect(status).toBe(isRoute ? 303 : ['token', 'logout'].includes(name) ? 405 : 404);
    if (isRoute) tally.pass();
  });
});

test('every request target gets an answer, and only that of a dashboard is served', async () => {
  service.restore();
  await using upstream = await startUpstream();
  await using server = await serve(toNodeListener(newHost({ baseUrl: upstream.baseUrl })));
  const route = fc.constantFrom(`/dashboards/${GUID}`, `http://a/dashboards/${GUID}?theme=dark`);
  const size = { count: 800, passed: 200, rules: 0 };
  await attack(size, mostly(route), async (path, tally) => {
    // Node itself would not send these.
    fc.pre(!/[^\u0021-\u00ff]/.test(path) && path !== '');
    const { status, headers } = await send({ port: server.port, path });
    expect(status).toBeOneOf([303, 400, 404]);
    const calls = upstream.calls.splice(0);
    expect(calls).toHaveLength(status === 303 ? 1 : 0);
    if (status !== 303) return;
    tally.pass();
    expect(path.toLowerCase()).toContain(calls[0]!.url.split('/').at(-1));
    const display = `${upstream.baseUrl}/Tdb/${TOKEN}`;
    expect(headers.location).toBeOneOf([display, `${display}?theme=dark`]);
  });
});

test('the result of resolve becomes a token, or an error without its values', async () => {
  const odd = (text: string) => fc.oneof(noText(text), hostileText, nearly(fc.constant(text)));
  const lists = [fc.array(odd(GUID), { maxLength: 3 }), fc.array(fc.uuid())];
  const fields = {
    sessionId: odd('session-1'),
    dashboards: fc.oneof(odd(GUID), ...lists),
    sqlParameters: odd('a'),
    connectionString: odd('Server=a'),
    user: odd('Ann'),
    organization: odd('Org'),
    customInfo: odd('x'),
  };
  const someFields = fc
    .record(fields, { requiredKeys: [] })
    .map((some) => Object.assign(some, { ...USER, ...some }));
  const usual = fc.constantFrom(USER, null, { ...USER, dashboards: [] });
  const anyUser = fc.oneof(
    { weight: 40, arbitrary: someFields },
    { weight: 5, arbitrary: noText('Ann') },
    { weight: 1, arbitrary: usual },
  );
  let user: unknown;
  const host = newHost({ resolve: () => user as typeof USER });
  const size = { count: 7_000, passed: 0, kinds: ['200', '401', '403', '500'], rules: 20 };
  await attack(size, anyUser, async (answer, tally) => {
    user = answer;
    const [status] = await outcomeOf(await host.fetch(tokenCall()), tally);
    expect(status).toBeOneOf(user === null || user === undefined ? [401] : [200, 403, 500]);
    tally.pass(String(status));
  });
});
