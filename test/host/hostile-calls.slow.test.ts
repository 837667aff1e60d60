import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createDashboardClient,
  createDashboardHost,
  type RenderOptions,
  type TokenRequest,
} from 'embedded-dashboard/host';
import { parseServiceToken } from '../../src/host/call/service-answer.ts';
import { GUID, HOST } from '../support/dashboard-calls.ts';
import { hostileText, mostly, noText } from '../support/hostile-text.ts';
import { startUpstream } from '../support/scripted-upstream.ts';
import { attack, mostlyOf, orNoText } from './hostile.ts';
import { type RecordedCall, type RecordedService, recordService } from './recorded-service.ts';

const BASE = 'https://bi.example.com/a%20b';
const KEY = "k'(1) %2F&é";
const SESSION = /^[A-Za-z0-9_-]{1,128}$/;
const FIELDS = ['connectionString', 'user', 'organization', 'customInfo'] as const;

let service: RecordedService;

beforeEach(() => {
  service = recordService();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

const upTo = (longest: number) => {
  const long = fc.integer({ min: longest - 1, max: longest + 1 });
  const short = fc.string({ unit: 'binary', minLength: 1, maxLength: 20 });
  return orNoText(
    fc.oneof(
      short,
      hostileText,
      long.map((length) => 'é'.repeat(length)),
    ),
  );
};
const guid = fc.oneof(
  fc.uuid(),
  fc.uuid().map((text) => text.toUpperCase()),
);
const values = fc.oneof(
  { weight: 4, arbitrary: orNoText(mostly(fc.string({ unit: 'binary', maxLength: 12 }))) },
  { weight: 1, arbitrary: fc.oneof(fc.double(), fc.boolean(), fc.integer()) },
);
const names = mostly(fc.stringMatching(/^[A-Za-z]\w{0,6}$/));
const parameters = fc.dictionary(names, values, { maxKeys: 3, noNullPrototype: false });
const ids = {
  sessionId: orNoText(mostly(fc.stringMatching(/^[\w-]{1,128}$/))),
  dashboardGuid: orNoText(mostly(guid)),
  sqlParameters: mostlyOf(parameters, 'a'),
};
const connectionString = upTo(4096);
const statistics = { user: upTo(256), organization: upTo(256), customInfo: upTo(256) };
const ofForm = (form: string, fields: object, ...required: string[]): fc.Arbitrary<object> =>
  fc.record(
    { ...ids, ...fields, form: mostlyOf(fc.constant(form), form) },
    { requiredKeys: ['sessionId', 'dashboardGuid', 'form', ...required] as never },
  );
const anyRequest = fc.oneof(
  ofForm('json', { ...statistics, connectionString }),
  ofForm('text', { connectionString }, 'connectionString'),
  ofForm('query', {}),
);

/** Reads the address and the body as the service does, and compares them with the request. */
function expectArrival(baseUrl: string, given: object, call: RecordedCall): void {
  const request = given as TokenRequest;
  const { form = 'json', sqlParameters } = request;
  const { href, pathname, searchParams } = new URL(call.address);
  expect(href).toBe(call.address);
  expect(request.sessionId).toMatch(SESSION);
  expect(href.startsWith(`${baseUrl}/Api/GetToken`)).toBe(true);
  const [, ...path] = pathname.slice(new URL(baseUrl).pathname.length).split('/');
  const expected = [KEY, request.sessionId, request.dashboardGuid];
  if (form === 'json') {
    expect(path.map(decodeURIComponent)).toEqual(['Api', 'GetToken', ...expected]);
  } else {
    expect(path).toEqual(['Api', 'GetToken']);
    const sent = ['apiKey', 'sessionID', 'dashboardGuid'];
    expect(sent.flatMap((name) => searchParams.getAll(name))).toEqual(expected);
  }
  expect(readParameters(searchParams.get('SQLparameters'))).toEqual(
    Object.entries(sqlParameters ?? {}).map(([name, value]) => [name, String(value)]),
  );
  const others = Number(searchParams.has('SQLparameters'));
  expect(searchParams.size).toBe((form === 'json' ? 0 : 3) + others);
  expect(call.method).toBe(form === 'query' ? 'GET' : 'POST');
  expect(call.body).toBe(form === 'query' ? '' : bodyOf(request));
}

/** Reads the parameters. A service that decodes or normalizes once more must find the same ones. */
function readParameters(text: string | null): string[][] {
  if (!text) return [];
  const split = (list: string) => list.split(';').map((pair) => pair.split('='));
  const decoded = text.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  const pairs = split(text);
  for (const read of [decoded, text.normalize('NFC'), text.normalize('NFKC')]) {
    expect(split(read).map(({ length }) => length)).toEqual(pairs.map(() => 2));
  }
  return pairs;
}

function bodyOf(request: TokenRequest): string {
  if (request.form === 'text') return request.connectionString!;
  const given = FIELDS.map((name) => [name, request[name] ?? null] as const);
  const fields = given.flatMap(([name, value]) => {
    if (value === null) return [];
    return [[name, name === 'connectionString' ? value : value.replaceAll(/\p{Cc}/gu, '')]];
  });
  return JSON.stringify(Object.fromEntries(fields));
}

test.for([
  ['arrives unchanged, or is refused before it is sent', 20_000, 4_000],
  ['arrives unchanged over real HTTP, too', 1_500, 300],
] as const)('any call %s', async ([title, count, passed]) => {
  const isReal = title.includes('HTTP');
  if (isReal) service.restore();
  await using upstream = await startUpstream();
  const baseUrl = isReal ? `${upstream.baseUrl}/a%20b` : BASE;
  const client = createDashboardClient({ baseUrl, apiKey: KEY });
  await attack({ count, passed, rules: 20 }, anyRequest, async (request, tally) => {
    const grant = await tally.try(
      () => client.getToken(request as TokenRequest),
      ...['config', 'bad-request'],
    );
    const received = upstream.calls.splice(0).map(({ method, url, body }) => {
      return { method, address: upstream.baseUrl + url, body };
    });
    const calls: RecordedCall[] = isReal ? received : service.takeCalls();
    expect(calls).toHaveLength(grant ? 1 : 0);
    if (!grant) return;
    expectArrival(baseUrl, request, calls[0]!);
    tally.pass();
  });
});

test('a logout names the session, or is refused before it is sent', async () => {
  const client = createDashboardClient({ baseUrl: BASE, apiKey: KEY });
  await attack({ count: 5_000, passed: 1_500, rules: 1 }, ids.sessionId, async (given, tally) => {
    const sessionId = given as string;
    const made = await tally.try(async () => [await client.logout({ sessionId })], 'config');
    const addresses = service.takeCalls().map(({ address }) => address);
    expect(addresses).toHaveLength(made ? 1 : 0);
    if (!made) return;
    expect(sessionId).toMatch(SESSION);
    const { href, pathname } = new URL(addresses[0]!);
    expect(href).toBe(addresses[0]);
    const path = pathname.split('/').slice(2).map(decodeURIComponent);
    expect(path).toEqual(['api', 'logout', KEY, sessionId]);
    tally.pass();
  });
});

const TAG_OPTIONS = [
  ...['theme', 'color', 'backgroundColor', 'label', 'loading', 'credentials'],
  ...['sandbox', 'allow', 'referrerPolicy', 'tokenUrl', 'logoutUrl', 'baseUrl', 'nonce', 'context'],
];

test('render returns a tag for any input', async () => {
  const resolve = () => ({ sessionId: 'session-1', dashboards: () => true });
  const host = createDashboardHost({ baseUrl: BASE, apiKey: KEY, origins: [HOST], resolve });
  const options = TAG_OPTIONS.map((name) => [name, orNoText(hostileText)]);
  const given = fc.tuple(
    fc.oneof(fc.constant(new Request(HOST)), hostileText.chain(noText)),
    fc.oneof(
      { weight: 4, arbitrary: fc.record(Object.fromEntries(options)) },
      hostileText.chain(noText),
    ),
  );
  const size = { count: 2_000, passed: 0, rules: 0 };
  await attack(size, given, async ([request, tag], tally) => {
    const html = await host.render(request as Request, tag as RenderOptions);
    expect(html).toMatch(/^<embedded-dashboard( [\w-]+="[^"<>]*")*>.*<\/embedded-dashboard>$/s);
    expect(html).not.toContain('SECRET');
    tally.pass();
  });
});

const token = fc.stringMatching(/^[\w.~!$&'()*+,;=-]{8,40}$/);
const color = fc.oneof(
  fc.constantFrom('red', ' Black', 'BLACK', 'DarkSlateGrey', 'transparent', 'dark'),
  fc.stringMatching(/^[#$][\da-fA-F]{3,8}$/),
);
const OF_LOOK = { theme: 'theme', color: 'color', 'background-color': 'backgroundColor' } as const;

test('a display address has the given token, theme and colors, or omits theme and colors', async () => {
  const client = createDashboardClient({ baseUrl: BASE, apiKey: 'key-1' });
  const theme = orNoText(mostly(fc.constant('dark')), 20);
  const colors = orNoText(mostly(color), 20);
  const look = fc.record({ theme, color: colors, backgroundColor: colors }, { requiredKeys: [] });
  const anyLook = fc.oneof({ weight: 20, arbitrary: look }, fc.constantFrom(null, undefined));
  const kinds = Object.keys(OF_LOOK);
  const size = { count: 20_000, passed: 3_000, kinds, rules: 1 };
  const anyCall = fc.tuple(orNoText(mostly(token), 20), anyLook);
  await attack(size, anyCall, async ([given, options], tally) => {
    const text = given as string;
    const display = () => client.displayUrl(text, options as object);
    const address = await tally.try(display, 'bad-request');
    if (address === null) return;
    const { href, pathname, search } = new URL(address);
    expect(href).toBe(address);
    expect(pathname).toBe(`/a%20b/Tdb/${text.trim()}`);
    const pairs = search ? search.slice(1).split('&') : [];
    const shown = pairs.map((pair) => pair.split('=') as [keyof typeof OF_LOOK, string]);
    for (const [name, value] of shown) {
      expect(value).toBe(inServiceForm(options![OF_LOOK[name]] as string));
      tally.pass(name);
    }
    // Each option occurs at most once, and in this order.
    const shownNames = shown.map(([name]) => name as string);
    expect(shownNames).toEqual(kinds.filter((name) => shownNames.includes(name)));
  });
});

/** The color as the service expects it: a name in lower case, `$` unchanged, `#` with all digits. */
function inServiceForm(asked: string): string {
  const text = asked.trim();
  if (text.startsWith('$')) return text;
  const lower = text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (!text.startsWith('#')) return lower;
  const digits = lower.slice(1);
  const all = digits.length < 6 ? digits.replaceAll(/./g, '$&$&') : digits;
  return `$${all.length === 8 && all.endsWith('ff') ? all.slice(0, 6) : all}`;
}

test('any answer of GetToken has a token that is safe in an address, or is refused', async () => {
  const lives = '7200 60 -1 0 1e999 1e-9 null "60" [] 7201'.split(' ');
  const parts = fc.tuple(
    fc.constantFrom('token', 'Token', '__proto__'),
    mostly(token),
    fc.constantFrom(...lives),
  );
  const json = parts.map(
    ([name, text, life]) => `{"${name}":${JSON.stringify(text)},"expiresIn":${life}}`,
  );
  const quoted = token.map((bare) => JSON.stringify(bare));
  const text = mostly(fc.oneof(token, quoted, json));
  const anyText = fc.oneof({ weight: 20, arbitrary: text }, fc.json(), fc.constant(null));
  const types = fc.constantFrom('text/plain', 'application/json', 'Application/JSON; charset=x');
  const anyType = fc.oneof({ weight: 3, arbitrary: mostly(types) }, fc.constant(null));
  const size = { count: 25_000, passed: 5_000, rules: 1 };
  await attack(size, fc.tuple(anyType, anyText), async ([type, answer], tally) => {
    const grant = await tally.try(() => parseServiceToken(type, answer), 'upstream-bad-token');
    if (!grant) return;
    expect(Object.keys(grant)).toEqual(['token', 'expiresIn']);
    expect(answer).toContain(grant.token);
    expect(grant.token).toMatch(/^[A-Za-z0-9\-._~!$&'()*+,;=]{8,4096}$/);
    expect(grant.expiresIn > 0 && grant.expiresIn <= 7200).toBe(true);
    expect(type?.toLowerCase() ?? '').not.toContain('html');
    tally.pass();
  });
});

test('any settings arrive unchanged in addresses, or are refused at start', async () => {
  const bases = [
    'https://bi.example.com',
    'http://[::1]:8080/a/',
    'HTTPS://Bi.Example.com:443/a%20b//',
  ];
  const origin = mostly(fc.constantFrom('https://app.example.com', 'http://localhost:3000'));
  const fields = {
    baseUrl: orNoText(mostly(fc.constantFrom(...bases)), 20),
    apiKey: orNoText(fc.oneof(mostly(fc.uuid()), fc.string({ unit: 'binary' }), hostileText), 20),
    basePath: orNoText(mostly(fc.constantFrom('/', '/dashboards', '/a/b%20c/')), 20),
    origins: mostlyOf(fc.array(orNoText(origin, 20), { maxLength: 2 }), 'https://a.b'),
    resolve: mostlyOf(
      fc.constant(() => null),
      'a',
    ),
  };
  const anySettings = fc.record(fields, { requiredKeys: ['baseUrl', 'apiKey', 'resolve'] });
  const pathOf = (address: string) => new URL(address).pathname.replace(/\/+$/, '');
  await attack({ count: 8_000, passed: 2_000, rules: 9 }, anySettings, async (settings, tally) => {
    const host = await tally.try(() => createDashboardHost(settings as never), 'config');
    if (!host) return;
    const { baseUrl, apiKey } = settings as { baseUrl: string; apiKey: string };
    const grant = await host.client.getToken({ sessionId: 'session-1', dashboardGuid: GUID });
    const [{ address } = { address: '' }] = service.takeCalls();
    const { href, origin: at, pathname } = new URL(address);
    expect(href).toBe(address);
    expect(at).toBe(new URL(baseUrl).origin);
    expect(`${at}${pathname}`.startsWith(`${grant.baseUrl}/Api/GetToken/`)).toBe(true);
    const path = pathname.slice(pathOf(grant.baseUrl).length).split('/').map(decodeURIComponent);
    expect(path).toEqual(['', 'Api', 'GetToken', apiKey, 'session-1', GUID]);
    expect(pathOf(grant.baseUrl)).toBe(pathOf(baseUrl));
    tally.pass();
  });
});
