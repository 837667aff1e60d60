import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createDashboardClient,
  DashboardHostError,
  type TokenRequest,
} from 'embedded-dashboard/host';
import { hostileText, mostly, noText } from '../support/hostile-text.ts';
import { inputs } from '../support/inputs.ts';
import { startUpstream, type UpstreamCall } from '../support/scripted-upstream.ts';
import { scaled } from '../support/tier.mjs';

const INPUTS = 5_000;
const KEY = "k'(1) %2F&é";
const SESSION = /^[A-Za-z0-9_-]{1,128}$/;
const FIELDS = ['connectionString', 'user', 'organization', 'customInfo'] as const;

/** Generates texts, and in a few cases a value that only looks like such a text. */
const orNoText = (text: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 25, arbitrary: text }, { weight: 1, arbitrary: text.chain(noText) });

const mostlyOf = <Value>(value: fc.Arbitrary<Value>, text: string) =>
  fc.oneof({ weight: 20, arbitrary: value }, noText(text));

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
function expectArrival(baseUrl: string, given: object, call: UpstreamCall): void {
  const request = given as TokenRequest;
  const { form = 'json', sqlParameters } = request;
  const address = new URL(baseUrl).origin + call.url;
  const { href, pathname, searchParams } = new URL(address);
  expect(href).toBe(address);
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

test('any call arrives unchanged, or is refused before it is sent', async () => {
  await using upstream = await startUpstream();
  const baseUrl = `${upstream.baseUrl}/a%20b`;
  const client = createDashboardClient({ baseUrl, apiKey: KEY });
  let arrived = 0;
  const property = fc.asyncProperty(anyRequest, async (request) => {
    const end = await client.getToken(request as TokenRequest).catch((error: unknown) => error);
    const calls = upstream.calls.splice(0);
    if (end instanceof DashboardHostError) {
      expect(['config', 'bad-request']).toContain(end.code);
      // A message has no value but names.
      expect(end.message).not.toContain('SECRET');
      expect(calls).toEqual([]);
    } else {
      expect(calls).toHaveLength(1);
      expectArrival(baseUrl, request, calls[0]!);
      arrived += 1;
    }
  });
  await fc.assert(property, inputs(INPUTS) as fc.Parameters<[object]>);
  // The rule must not hold only because all are refused.
  expect(arrived).toBeGreaterThan(scaled(INPUTS / 5));
});
