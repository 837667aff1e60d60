import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  createDashboardClient,
  createDashboardHost,
  DashboardHostError,
} from 'embedded-dashboard/host';
import { parseServiceToken } from '../../src/host/service-token.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { hostileText, mostly, noText } from '../support/hostile-text.ts';
import { inputs } from '../support/inputs.ts';
import { scaled } from '../support/tier.mjs';
import { recordService } from './recorded-service.ts';

const BASE = 'https://bi.example.com/a%20b';
const TOKEN_SIGNS = `${alphabet()}0123456789-._~!$&'()*+,;=`;

const token = fc.stringMatching(/^[\w.~!$&'()*+,;=-]{8,40}$/);
const color = mostly(
  fc.oneof(
    fc.constantFrom('red', ' Black', 'BLACK', 'DarkSlateGrey', 'transparent', 'dark'),
    fc.stringMatching(/^[#$][\da-fA-F]{3,8}$/),
  ),
);
const orNoText = (text: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 20, arbitrary: text }, { weight: 1, arbitrary: text.chain(noText) });

/** Returns the result of `make`. If `make` refuses, adds the message to `refusals` and returns `null`. */
function attempt<Result>(make: () => Result, code: string, refusals: Set<string>): Result | null {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof DashboardHostError)) throw error;
    expect(error.code).toBe(code);
    refusals.add(error.message);
    return null;
  }
}

test('a display address has the given token, theme and colors, or omits theme and colors', () => {
  const client = createDashboardClient({ baseUrl: BASE, apiKey: 'key-1' });
  const refusals = new Set<string>();
  const kept = { theme: 0, color: 0, 'background-color': 0 };
  const look = {
    theme: orNoText(mostly(fc.constant('dark'))),
    color: orNoText(color),
    backgroundColor: orNoText(color),
  };
  const anyLook = fc.oneof(
    { weight: 20, arbitrary: fc.record(look, { requiredKeys: [] }) },
    fc.constantFrom(null, undefined),
  );
  const property = fc.property(orNoText(mostly(token)), anyLook, (given, options) => {
    const make = () => client.displayUrl(given as string, options as object);
    const address = attempt(make, 'bad-request', refusals);
    if (address === null) return;
    const { href, pathname, search } = new URL(address);
    expect(href).toBe(address);
    expect(pathname).toBe(`/a%20b/Tdb/${(given as string).trim()}`);
    const { theme, color: title, backgroundColor } = (options ?? {}) as Record<string, unknown>;
    const asked = { theme, color: title, 'background-color': backgroundColor };
    const pairs = search
      ? search
          .slice(1)
          .split('&')
          .map((pair) => pair.split('='))
      : [];
    for (const [name, value] of pairs as [keyof typeof kept, string][]) {
      expect(value).toBe(inServiceForm(asked[name] as string));
      kept[name] += 1;
    }
    // Each option occurs at most once, and in this order.
    const names = pairs.map(([name]) => name!);
    expect(names.join()).toBe(
      Object.keys(kept)
        .filter((name) => names.includes(name))
        .join(),
    );
  });
  fc.assert(property, inputs(20_000));
  for (const times of Object.values(kept)) expect(times).toBeGreaterThan(scaled(3_000));
  expect([...refusals]).toHaveLength(1);
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

test('any answer of GetToken has a token that is safe in an address, or is refused', () => {
  const refusals = new Set<string>();
  const lifetime = fc.constantFrom(
    '7200',
    '60',
    '-1',
    '0',
    '1e999',
    '1e-9',
    'null',
    '"60"',
    '[]',
    '7201',
  );
  const json = fc
    .tuple(fc.constantFrom('token', 'Token', '__proto__'), mostly(token), lifetime)
    .map(([name, text, life]) => `{"${name}":${JSON.stringify(text)},"expiresIn":${life}}`);
  const text = mostly(
    fc.oneof(
      token,
      token.map((bare) => JSON.stringify(bare)),
      json,
    ),
  );
  const anyText = fc.oneof({ weight: 20, arbitrary: text }, fc.json(), fc.constant(null));
  const types = fc.constantFrom('text/plain', 'application/json', 'Application/JSON; charset=x');
  const anyType = fc.oneof({ weight: 3, arbitrary: mostly(types) }, fc.constant(null));
  let read = 0;
  const property = fc.property(anyType, anyText, (type, answer) => {
    const make = () => parseServiceToken(type, answer);
    const grant = attempt(make, 'upstream-bad-token', refusals);
    if (!grant) return;
    read += 1;
    expect(Object.keys(grant)).toEqual(['token', 'expiresIn']);
    expect(answer).toContain(grant.token);
    expect(Array.from(grant.token).every((sign) => TOKEN_SIGNS.includes(sign))).toBe(true);
    expect(grant.token.length >= 8 && grant.token.length <= 4096).toBe(true);
    expect(grant.expiresIn > 0 && grant.expiresIn <= 7200).toBe(true);
    expect(type?.toLowerCase() ?? '').not.toContain('html');
  });
  fc.assert(property, inputs(25_000));
  expect(read).toBeGreaterThan(scaled(5_000));
  expect([...refusals]).toHaveLength(1);
});

test('any settings arrive unchanged in addresses, or are refused at start', async () => {
  const service = recordService();
  try {
    const refusals = new Set<string>();
    const baseUrl = mostly(
      fc.constantFrom(
        'https://bi.example.com',
        'http://[::1]:8080/a/',
        'HTTPS://Bi.Example.com:443/a%20b//',
      ),
    );
    const key = fc.oneof(mostly(fc.uuid()), fc.string({ unit: 'binary' }), hostileText);
    const basePath = mostly(fc.constantFrom('/', '/dashboards', '/a/b%20c/'));
    const origin = mostly(fc.constantFrom('https://app.example.com', 'http://localhost:3000'));
    const anySettings = fc.record(
      {
        baseUrl: orNoText(baseUrl),
        apiKey: orNoText(key),
        basePath: orNoText(basePath),
        origins: fc.oneof(
          { weight: 20, arbitrary: fc.array(orNoText(origin), { maxLength: 2 }) },
          noText('https://a.b'),
        ),
        resolve: fc.oneof({ weight: 20, arbitrary: fc.constant(() => null) }, noText('a')),
      },
      { requiredKeys: ['baseUrl', 'apiKey', 'resolve'] },
    );
    let taken = 0;
    const property = fc.asyncProperty(anySettings, async (settings) => {
      const host = attempt(() => createDashboardHost(settings as never), 'config', refusals);
      if (!host) return;
      taken += 1;
      const { baseUrl: base, apiKey } = settings as { baseUrl: string; apiKey: string };
      const grant = await host.client.getToken({ sessionId: 'session-1', dashboardGuid: GUID });
      const [call] = service.takeCalls();
      const { address } = call!;
      const { href, origin: at, pathname } = new URL(address);
      expect(href).toBe(address);
      expect(at).toBe(new URL(base).origin);
      expect(`${at}${pathname}`.startsWith(`${grant.baseUrl}/Api/GetToken/`)).toBe(true);
      const names = pathname.slice(pathOf(grant.baseUrl).length).split('/');
      expect(names.map(decodeURIComponent)).toEqual([
        '',
        'Api',
        'GetToken',
        apiKey,
        'session-1',
        GUID,
      ]);
      expect(pathOf(grant.baseUrl)).toBe(pathOf(base));
    });
    await fc.assert(property, inputs(8_000));
    expect(taken).toBeGreaterThan(scaled(2_000));
    expect(refusals.size).toBeLessThan(10);
  } finally {
    service.restore();
  }
});

function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, '');
}

function alphabet(): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz';
  return letters + letters.toUpperCase();
}
