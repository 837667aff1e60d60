import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDashboardHost,
  type DashboardHostOptions,
  toNodeListener,
} from 'embedded-dashboard/host';
import { GUID, HOST, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { hostileText, mostly, nearly, noText } from '../support/hostile-text.ts';
import { inputs } from '../support/inputs.ts';
import { scaled } from '../support/tier.mjs';
import { send, serve } from '../support/node-server.ts';
import { type RecordedService, recordService } from './recorded-service.ts';
import { startUpstream } from '../support/scripted-upstream.ts';

const PARTNER = 'https://partner.example.org';
const USER = { sessionId: 'session-1', dashboards: () => true };

let service: RecordedService;
/** The messages of all refusals. None contains a value, so there are only as many as rules. */
let messages: Set<string>;

beforeEach(() => {
  service = recordService();
  messages = new Set();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});

afterEach(() => {
  expect(messages.size).toBeLessThan(20);
  vi.restoreAllMocks();
});

const newHost = (options: Partial<DashboardHostOptions> = {}) =>
  createDashboardHost({
    baseUrl: 'https://bi.example.com',
    apiKey: 'key-1',
    resolve: () => USER,
    origins: [PARTNER],
    ...options,
  });

/** The status, and the requested dashboard, if any. */
async function outcomeOf(
  answer: Response,
): Promise<[status: number, dashboard: string | undefined]> {
  const calls = service.takeCalls();
  expect(calls).toHaveLength(answer.status === 200 || answer.status === 303 ? 1 : 0);
  if (answer.status >= 400) {
    const { error } = await answer.json();
    expect(error).toEqual({ code: expect.any(String), message: expect.any(String) });
    expect(error.message).not.toContain('SECRET');
    messages.add(error.message.replace(/, ".*" is unknown: .*/s, ', a name is unknown'));
  }
  return [answer.status, calls[0]?.address.split('/').at(-1)];
}

const guid = fc.oneof(fc.constant(GUID), fc.uuid(), fc.constant(GUID.toUpperCase()));

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
    { weight: 1, arbitrary: fc.json() },
    { weight: 1, arbitrary: hostileText },
    { weight: 1, arbitrary: deep },
    { weight: 2, arbitrary: fc.uint8Array({ maxLength: 60 }) },
  );

  test('is read as valid JSON, or refused', async () => {
    const host = newHost();
    let served = 0;
    const property = fc.asyncProperty(anyBody, async (body) => {
      const bytes = Buffer.from(body);
      const [status, dashboard] = await outcomeOf(await host.fetch(tokenCall({ body: bytes })));
      const expected = bytes.length > 8192 ? null : guidIn(bytes);
      expect(dashboard).toBe(expected?.toLowerCase());
      expect(status).toBe(bytes.length > 8192 ? 413 : expected ? 200 : 400);
      if (expected) served += 1;
    });
    await fc.assert(property, inputs(8_000));
    expect(served).toBeGreaterThan(scaled(1_500));
  });

  /** The GUID by the simplest rules: valid JSON, an object's own member, and exactly the form of a GUID. */
  function guidIn(bytes: Buffer): string | null {
    try {
      const content = JSON.parse(new TextDecoder().decode(bytes));
      const own = Array.isArray(content)
        ? null
        : Object.getOwnPropertyDescriptor(content, 'dashboardGuid');
      const text: unknown = own?.value;
      return typeof text === 'string' && hasFormOfGuid(text) ? text : null;
    } catch {
      return null;
    }
  }
});

function hasFormOfGuid(text: string): boolean {
  const parts = text.split('-');
  const lengths = parts.map(({ length }) => length);
  return (
    lengths.join() === '8,4,4,4,12' &&
    Array.from(parts.join('')).every((sign) => '0123456789abcdefABCDEF'.includes(sign))
  );
}

describe('the headers of a token request', () => {
  const origins = ['https://app.example.com', 'http://app.example.com:8080', PARTNER, 'null', ''];
  const hosts = [
    'app.example.com',
    'app.example.com:443',
    'app.example.com:8080',
    'partner.example.org',
  ];
  const rarely = (text: fc.Arbitrary<string>) => fc.option(mostly(text), { freq: 4 });
  const anyHeaders = fc.record({
    'X-Embedded-Dashboard': fc.oneof(
      { weight: 8, arbitrary: fc.constant('1') },
      rarely(fc.constant('1')),
    ),
    'Sec-Fetch-Site': fc.option(
      mostly(fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none')),
      { freq: 2 },
    ),
    Origin: rarely(fc.constantFrom(...origins)),
    Host: rarely(fc.constantFrom(...hosts)),
  });

  test('admit the host’s own origin and listed ones, and no other', async () => {
    const host = newHost();
    const admittedBy = { site: 0, list: 0, host: 0 };
    const property = fc.asyncProperty(anyHeaders, async (headers) => {
      fc.pre(canBeSent(headers));
      const request = tokenCall({ headers });
      const [status] = await outcomeOf(await host.fetch(request));
      const rule = ruleThatAdmits(request.headers);
      expect(status).toBe(rule ? 200 : 403);
      if (rule) admittedBy[rule] += 1;
    });
    await fc.assert(property, inputs(8_000));
    for (const times of Object.values(admittedBy)) expect(times).toBeGreaterThan(scaled(200));
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

describe('the address of a full page', () => {
  const basePaths = ['/', '/dashboards', '/a%20b/c', '/..a', '/token'];

  test('is a route if it names a dashboard under the base path, and 404 otherwise', async () => {
    const hosts = new Map(basePaths.map((basePath) => [basePath, newHost({ basePath })]));
    let served = 0;
    const anyPath = fc
      .tuple(fc.constantFrom(...basePaths), mostly(guid), fc.constantFrom('', '', '/', '//', '/x'))
      .chain(([basePath, name, end]) =>
        fc.tuple(
          fc.constant(basePath),
          mostly(fc.constant(`${basePath}/${name}${end}`.replace('//', '/'))),
        ),
      );
    const property = fc.asyncProperty(anyPath, async ([basePath, path]) => {
      fc.pre(URL.canParse(HOST + path) && new URL(HOST + path).origin === HOST);
      const { pathname } = new URL(HOST + path);
      const host = hosts.get(basePath)!;
      const [status, dashboard] = await outcomeOf(await host.fetch(new Request(HOST + path)));
      const prefix = basePath === '/' ? '/' : `${basePath}/`;
      const name = pathname.startsWith(prefix)
        ? pathname.slice(prefix.length).replace(/\/$/, '')
        : '';
      const isRoute = hasFormOfGuid(name);
      expect(host.serves(pathname)).toBe(status !== 404);
      expect(dashboard).toBe(isRoute ? name.toLowerCase() : undefined);
      expect(status).toBe(isRoute ? 303 : ['token', 'logout'].includes(name) ? 405 : 404);
      if (isRoute) served += 1;
    });
    await fc.assert(property, inputs(7_000));
    expect(served).toBeGreaterThan(scaled(1_500));
  });
});

test('every request target gets an answer, and only that of a dashboard is served', async () => {
  service.restore();
  await using upstream = await startUpstream();
  await using server = await serve(toNodeListener(newHost({ baseUrl: upstream.baseUrl })));
  const route = fc.constantFrom(`/dashboards/${GUID}`, `http://a/dashboards/${GUID}?theme=dark`);
  let served = 0;
  const property = fc.asyncProperty(mostly(route), async (path) => {
    // Node itself would not send these.
    fc.pre(!/[^\u0021-\u00ff]/.test(path) && path !== '');
    const { status, headers } = await send({ port: server.port, path });
    expect(status).toBeOneOf([303, 400, 404]);
    const calls = upstream.calls.splice(0);
    expect(calls).toHaveLength(status === 303 ? 1 : 0);
    if (status !== 303) return;
    served += 1;
    expect(path.toLowerCase()).toContain(calls[0]!.url.split('/').at(-1));
    expect(headers.location).toMatch(
      /^http:\/\/127\.0\.0\.1:\d+\/Tdb\/token-0123456789(\?theme=dark)?$/,
    );
  });
  await fc.assert(property, inputs(800));
  expect(served).toBeGreaterThan(scaled(200));
});

describe('the result of resolve', () => {
  const odd = (text: string) => fc.oneof(noText(text), hostileText, nearly(fc.constant(text)));
  const fields = {
    sessionId: odd('session-1'),
    dashboards: fc.oneof(odd(GUID), fc.array(odd(GUID), { maxLength: 3 }), fc.array(fc.uuid())),
    sqlParameters: odd('a'),
    connectionString: odd('Server=a'),
    user: odd('Ann'),
    organization: odd('Org'),
    customInfo: odd('x'),
  };
  const anyUser = fc.oneof(
    {
      weight: 8,
      arbitrary: fc
        .record(fields, { requiredKeys: [] })
        .map((some) => Object.assign(some, { ...USER, ...some })),
    },
    { weight: 1, arbitrary: noText('Ann') },
  );

  test('becomes a token, or an error without its values', async () => {
    let user: unknown;
    const host = newHost({ resolve: () => user as typeof USER });
    const seen = new Set<number>();
    const property = fc.asyncProperty(anyUser, async (answer) => {
      user = answer;
      const [status] = await outcomeOf(await host.fetch(tokenCall()));
      expect(status).toBeOneOf(user === null || user === undefined ? [401] : [200, 403, 500]);
      seen.add(status);
    });
    const examples: [unknown][] = [[USER], [null], [{ ...USER, dashboards: [] }], [{}]];
    await fc.assert(property, { ...(inputs(7_000) as fc.Parameters<[unknown]>), examples });
    expect(seen).toEqual(new Set([200, 401, 403, 500]));
  });
});

test('a full page has the theme and colors of its query, or omits them', async () => {
  const color = mostly(
    fc.constantFrom('red', ' Black', 'RebeccaPurple', '#FC0', '$ffcc00', '#12345678'),
  );
  const look = fc.record({ theme: mostly(fc.constant('dark')), color, 'background-color': color });
  const host = newHost();
  const property = fc.asyncProperty(fc.array(look, { maxLength: 2 }), async (looks) => {
    const query = new URLSearchParams(looks.flatMap(Object.entries));
    const answer = await host.fetch(pageCall(`${GUID}?${query}`));
    expect(await outcomeOf(answer)).toEqual([303, GUID]);
    const location = host.client.displayUrl('token-0123456789', {
      theme: query.get('theme'),
      color: query.get('color'),
      backgroundColor: query.get('background-color'),
    });
    expect(answer.headers.get('Location')).toBe(location);
  });
  await fc.assert(property, inputs(3_000));
});
