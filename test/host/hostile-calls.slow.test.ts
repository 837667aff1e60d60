import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createDashboardClient,
  createDashboardHost,
  type DashboardClient,
  DashboardHostError,
  type RenderOptions,
  type TokenRequest,
} from 'embedded-dashboard/host';
import { HOST } from '../support/dashboard-calls.ts';
import { hostileText, mostly, noText } from '../support/hostile-text.ts';
import { inputs } from '../support/inputs.ts';
import { scaled } from '../support/tier.mjs';
import { type RecordedCall, type RecordedService, recordService } from './recorded-service.ts';
import { startUpstream } from '../support/scripted-upstream.ts';

const KEY = "k'(1) %2F&é";
const TAG_OPTIONS = [
  ...['theme', 'color', 'backgroundColor', 'label', 'loading', 'credentials'],
  ...['sandbox', 'allow', 'referrerPolicy', 'tokenUrl', 'logoutUrl', 'baseUrl', 'nonce', 'context'],
];
const FIELDS = ['connectionString', 'user', 'organization', 'customInfo'] as const;

const orNoText = (text: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 25, arbitrary: text }, { weight: 1, arbitrary: text.chain(noText) });
const upTo = (longest: number) =>
  orNoText(
    fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }),
      hostileText,
      fc.integer({ min: longest - 1, max: longest + 1 }).map((length) => 'é'.repeat(length)),
    ),
  );
const guid = fc.oneof(
  fc.uuid(),
  fc.uuid().map((text) => text.toUpperCase()),
);
const parameters = fc.dictionary(
  mostly(fc.stringMatching(/^[A-Za-z]\w{0,6}$/)),
  fc.oneof(
    { weight: 4, arbitrary: orNoText(mostly(fc.string({ unit: 'binary', maxLength: 12 }))) },
    { weight: 1, arbitrary: fc.oneof(fc.double(), fc.boolean(), fc.integer()) },
  ),
  { maxKeys: 3, noNullPrototype: false },
);
const ids = {
  sessionId: orNoText(mostly(fc.stringMatching(/^[\w-]{1,128}$/))),
  dashboardGuid: orNoText(mostly(guid)),
  sqlParameters: fc.oneof(
    { weight: 20, arbitrary: parameters },
    { weight: 1, arbitrary: noText('a') },
  ),
};
const statistics = { user: upTo(256), organization: upTo(256), customInfo: upTo(256) };
const formOf = (form: string) =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(form) }, noText(form));
const requiredKeys = ['sessionId', 'dashboardGuid', 'form'] as const;
const anyRequest: fc.Arbitrary<object> = fc.oneof(
  fc.record(
    { ...ids, ...statistics, connectionString: upTo(4096), form: formOf('json') },
    { requiredKeys: [...requiredKeys] },
  ),
  fc.record(
    { ...ids, connectionString: upTo(4096), form: formOf('text') },
    { requiredKeys: [...requiredKeys, 'connectionString'] },
  ),
  fc.record({ ...ids, form: formOf('query') }, { requiredKeys: [...requiredKeys] }),
);

/** Returns `null` if the request is sent, otherwise the message of the refusal. */
async function refusalOf(client: DashboardClient, request: object): Promise<string | null> {
  try {
    await client.getToken(request as TokenRequest);
    return null;
  } catch (error) {
    expect(error).toBeInstanceOf(DashboardHostError);
    const { code, status, message } = error as DashboardHostError;
    expect(message).not.toContain('SECRET');
    const isGuidFault = message === 'dashboardGuid must be a GUID.';
    expect([code, status]).toEqual(isGuidFault ? ['bad-request', 400] : ['config', 500]);
    return message;
  }
}

/** Reads the address and the body as the service does, and compares them with the request. */
function expectArrival(baseUrl: string, given: object, call: RecordedCall): void {
  const request = given as TokenRequest;
  const { form = 'json', sqlParameters } = request;
  const { href, pathname, searchParams } = new URL(call.address);
  expect(href).toBe(call.address);
  expect(request.sessionId).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
  expect(href.startsWith(`${baseUrl}/Api/GetToken`)).toBe(true);
  const [, ...path] = pathname.slice(new URL(baseUrl).pathname.length).split('/');
  const expected = [KEY, request.sessionId, request.dashboardGuid];
  if (form === 'json') {
    expect(path.map(decodeURIComponent)).toEqual(['Api', 'GetToken', ...expected]);
  } else {
    expect(path).toEqual(['Api', 'GetToken']);
    const names = ['apiKey', 'sessionID', 'dashboardGuid'];
    expect(names.flatMap((name) => searchParams.getAll(name))).toEqual(expected);
  }
  expect(readParameters(searchParams.get('SQLparameters'))).toEqual(
    Object.entries(sqlParameters ?? {}).map(([name, value]) => [name, String(value)]),
  );
  expect(searchParams.size).toBe(
    (form === 'json' ? 0 : 3) + Number(searchParams.has('SQLparameters')),
  );
  expect(call.method).toBe(form === 'query' ? 'GET' : 'POST');
  expect(call.body).toBe(form === 'query' ? '' : bodyOf(request));
}

/** Reads the parameters. A service that decodes or normalizes once more must find the same ones. */
function readParameters(text: string | null): string[][] {
  if (!text) return [];
  const split = (list: string) => list.split(';').map((pair) => pair.split('='));
  const pairs = split(text);
  for (const form of ['NFC', 'NFKC'] as const) {
    expect(split(text.normalize(form)).map(({ length }) => length)).toEqual(pairs.map(() => 2));
  }
  const decoded = text.replaceAll(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  expect(split(decoded).map(({ length }) => length)).toEqual(pairs.map(() => 2));
  return pairs;
}

function bodyOf(request: TokenRequest): string {
  if (request.form === 'text') return request.connectionString!;
  const fields: Record<string, string> = {};
  for (const name of FIELDS) {
    const value = request[name];
    if (value === undefined || value === null) continue;
    fields[name] = name === 'connectionString' ? value : value.replaceAll(/\p{Cc}/gu, '');
  }
  return JSON.stringify(fields);
}

describe('any call', () => {
  let service: RecordedService;
  const baseUrl = 'https://bi.example.com/a%20b';
  const client = createDashboardClient({ baseUrl, apiKey: KEY });

  beforeEach(() => {
    service = recordService();
  });
  afterEach(() => service.restore());

  test('arrives unchanged, or is refused before it is sent', async () => {
    let arrived = 0;
    const refusals = new Set<string>();
    const property = fc.asyncProperty(anyRequest, async (request) => {
      const refusal = await refusalOf(client, request);
      const calls = service.takeCalls();
      expect(calls).toHaveLength(refusal === null ? 1 : 0);
      if (refusal === null) {
        expectArrival(baseUrl, request, calls[0]!);
        arrived += 1;
      } else refusals.add(refusal.replace(/^sqlParameters\.\w+/, 'sqlParameters.name'));
    });
    await fc.assert(property, inputs(20_000));
    expect(arrived).toBeGreaterThan(scaled(4_000));
    // No message contains a value, so there are only as many messages as rules.
    expect(refusals.size).toBeLessThan(20);
  });

  test('names the session if it is a logout, or is refused before it is sent', async () => {
    let arrived = 0;
    const property = fc.asyncProperty(ids.sessionId, async (given) => {
      const sessionId = given as string;
      const outcome = await client.logout({ sessionId }).catch((error: unknown) => error);
      const addresses = service.takeCalls().map(({ address }) => address);
      if (outcome instanceof DashboardHostError) {
        expect([outcome.code, addresses]).toEqual(['config', []]);
        return;
      }
      expect(outcome).toBeUndefined();
      expect(sessionId).toMatch(/^[A-Za-z0-9_-]{1,128}$/);
      const [address] = addresses;
      const { href, pathname } = new URL(address!);
      expect(href).toBe(address);
      expect(pathname.split('/').slice(2).map(decodeURIComponent)).toEqual([
        'api',
        'logout',
        KEY,
        sessionId,
      ]);
      arrived += 1;
    });
    await fc.assert(property, inputs(5_000));
    expect(arrived).toBeGreaterThan(scaled(1_500));
  });
});

test('any call arrives unchanged over real HTTP, too', async () => {
  await using upstream = await startUpstream();
  const baseUrl = `${upstream.baseUrl}/a%20b`;
  const client = createDashboardClient({ baseUrl, apiKey: KEY });
  let arrived = 0;
  const property = fc.asyncProperty(anyRequest, async (request) => {
    const refusal = await refusalOf(client, request);
    const calls = upstream.calls.splice(0);
    expect(calls).toHaveLength(refusal === null ? 1 : 0);
    for (const { method, url, body } of calls) {
      expectArrival(baseUrl, request, { method, address: upstream.baseUrl + url, body });
      arrived += 1;
    }
  });
  await fc.assert(property, inputs(1_500));
  expect(arrived).toBeGreaterThan(scaled(300));
});

test('render returns a tag for any input', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  await using upstream = await startUpstream();
  const { baseUrl } = upstream;
  const host = createDashboardHost({
    ...{ baseUrl, apiKey: KEY, origins: [HOST] },
    resolve: () => ({ sessionId: 'session-1', dashboards: () => true }),
  });
  const options = fc.record(
    Object.fromEntries(TAG_OPTIONS.map((name) => [name, orNoText(hostileText)])),
  );
  const given = fc.tuple(
    fc.oneof(fc.constant(new Request(HOST)), hostileText.chain(noText)),
    fc.oneof({ weight: 4, arbitrary: options }, hostileText.chain(noText)),
  );
  const property = fc.asyncProperty(given, async ([request, tag]) => {
    const html = await host.render(request as Request, tag as RenderOptions);
    expect(html).toMatch(/^<embedded-dashboard( [\w-]+="[^"<>]*")*>.*<\/embedded-dashboard>$/s);
    expect(html).not.toContain('SECRET');
  });
  await fc.assert(property, inputs(2000));
  vi.restoreAllMocks();
});
