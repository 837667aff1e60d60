import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createDashboardHost, type DashboardHost } from 'embedded-dashboard/host';
import { GUID, HOST, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { type ScriptedUpstream, startUpstream } from '../support/scripted-upstream.ts';

const PARTNER = 'https://partner.example.org';

let upstream: ScriptedUpstream;
let host: DashboardHost;
const resolve = vi.fn(async () => ({ sessionId: 'session-1', dashboards: [GUID] }));

beforeEach(async () => {
  upstream = await startUpstream();
  host = createDashboardHost({
    baseUrl: upstream.baseUrl,
    apiKey: 'key-1',
    origins: [PARTNER],
    resolve,
  });
  resolve.mockClear();
});

afterEach(() => upstream[Symbol.asyncDispose]());

async function refusal(request: Request): Promise<[number, string | null]> {
  const response = await host.fetch(request);
  const content = await response.json();
  if (response.ok) return [200, null];
  expect(resolve).not.toHaveBeenCalled();
  expect(upstream.calls).toEqual([]);
  expect(content).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  return [response.status, content.error.code];
}

type Headers = Record<string, string | null>;
const UNTOLD = { 'Sec-Fetch-Site': null };

describe('who may call the token route', () => {
  test.for<[string, Headers, boolean]>([
    ['a page of the same origin', { 'Sec-Fetch-Site': 'same-origin' }, true],
    [
      'the same, behind a proxy that ends TLS',
      {
        'Sec-Fetch-Site': 'same-origin',
        Origin: 'https://seen-outside.example',
        Host: 'inside:8080',
      },
      true,
    ],
    [
      'a page of another site',
      { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' },
      false,
    ],
    [
      'a page of another site that claims the own origin',
      { 'Sec-Fetch-Site': 'cross-site', Origin: HOST },
      false,
    ],
    ['a sibling host', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://www.example.com' }, false],
    ['no page at all', { 'Sec-Fetch-Site': 'none' }, false],
    ['an unknown relation', { 'Sec-Fetch-Site': 'same-galaxy' }, false],
    ['a listed origin', { 'Sec-Fetch-Site': 'cross-site', Origin: PARTNER }, true],
    ['a listed origin in an old browser', { ...UNTOLD, Origin: PARTNER }, true],
    [
      'an origin that begins as a listed one',
      { 'Sec-Fetch-Site': 'cross-site', Origin: `${PARTNER}.evil.example` },
      false,
    ],
    ['a listed origin on another port', { ...UNTOLD, Origin: `${PARTNER}:8443` }, false],
    ['a listed origin in capitals', { ...UNTOLD, Origin: PARTNER.toUpperCase() }, false],
    ['a listed origin with a trailing dot', { ...UNTOLD, Origin: `${PARTNER}.` }, false],
    ['a listed host without TLS', { ...UNTOLD, Origin: PARTNER.replace('https', 'http') }, false],
    ['an old browser on the own origin', { ...UNTOLD, Origin: HOST }, true],
    [
      'an old browser on the own origin, behind a proxy',
      { ...UNTOLD, Origin: 'https://a.example', Host: 'a.example' },
      true,
    ],
    [
      'an old browser on the own origin, its port spelled out',
      { ...UNTOLD, Origin: 'https://a.example', Host: 'a.example:443' },
      true,
    ],
    [
      'an old browser on another port',
      { ...UNTOLD, Origin: 'https://a.example:8443', Host: 'a.example' },
      false,
    ],
    ['an old browser elsewhere', { ...UNTOLD, Origin: 'https://evil.example' }, false],
    [
      'an old browser on a host that begins alike',
      { ...UNTOLD, Origin: `${HOST}.evil.example` },
      false,
    ],
    [
      'an old browser elsewhere, whose host names it behind a user',
      { ...UNTOLD, Origin: 'https://evil.example', Host: 'app.example.com@evil.example' },
      false,
    ],
    [
      'a forwarded host that was made up',
      {
        ...UNTOLD,
        Origin: 'https://evil.example',
        'X-Forwarded-Host': 'evil.example',
        Forwarded: 'host=evil.example',
      },
      false,
    ],
    ['a sandboxed page', { ...UNTOLD, Origin: 'null' }, false],
    ['nobody in particular', { ...UNTOLD }, false],
    ['a malformed origin', { ...UNTOLD, Origin: 'https://', Host: '' }, false],
    ['a call without the own header', { 'X-Embedded-Dashboard': null }, false],
    ['a call with another own header', { 'X-Embedded-Dashboard': '2' }, false],
    [
      'a listed origin without the own header',
      { Origin: PARTNER, 'X-Embedded-Dashboard': null },
      false,
    ],
  ])('%s', async ([, headers, admitted]) => {
    expect(await refusal(tokenCall({ headers }))).toEqual(
      admitted ? [200, null] : [403, 'cross-site'],
    );
  });
});

test('a call without the own header is answered with the missing header', async () => {
  const response = await host.fetch(tokenCall({ headers: { 'X-Embedded-Dashboard': null } }));
  const { error } = await response.json();
  expect(error.message).toBe('The header "X-Embedded-Dashboard: 1" is missing.');
});

describe('what the token route takes', () => {
  test.for(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('not %s', async (method) => {
    const response = await host.fetch(tokenCall({ method }));
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe('POST');
    expect(upstream.calls).toEqual([]);
  });

  test.for([
    null,
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json-patch+json',
    '',
  ])('not the media type %j', async (type) => {
    const body = new TextEncoder().encode(JSON.stringify({ dashboardGuid: GUID }));
    expect(await refusal(tokenCall({ headers: { 'Content-Type': type }, body }))).toEqual([
      415,
      'unsupported-media-type',
    ]);
  });

  test.for(['application/json;charset=UTF-8', 'Application/JSON'])(
    'the media type %s',
    async (type) => {
      expect(await refusal(tokenCall({ headers: { 'Content-Type': type } }))).toEqual([200, null]);
    },
  );

  test.for<[string, BodyInit | null]>([
    ['nothing', null],
    ['no JSON', '{"dashboardGuid":'],
    ['an array', `["${GUID}"]`],
    ['a string', `"${GUID}"`],
    ['null', 'null'],
    ['no GUID', '{"dashboardGuid":"../logout"}'],
    ['a GUID with a tail', `{"dashboardGuid":"${GUID}\\n"}`],
    ['a list of GUIDs', `{"dashboardGuid":["${GUID}"]}`],
    ['a GUID of the prototype', `{"__proto__":{"dashboardGuid":"${GUID}"}}`],
    ['deep JSON', `${'['.repeat(4000)}${']'.repeat(4000)}`],
    ['no UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
  ])('not %s', async ([, body]) => {
    expect(await refusal(tokenCall({ body }))).toEqual([400, 'bad-request']);
  });

  test.for(['"text"', '7', 'true', '[]'])('not the logout body %s', async (body) => {
    const url = `${HOST}/dashboards/logout`;
    expect(await refusal(tokenCall({ url, body }))).toEqual([400, 'bad-request']);
  });

  test('8192 bytes, and not one more', async () => {
    expect(padded(8192)).toHaveLength(8192);
    expect(await refusal(tokenCall({ body: padded(8193) }))).toEqual([413, 'too-large']);
    expect(await refusal(tokenCall({ body: padded(8192) }))).toEqual([200, null]);
  });

  test('not a short body that was longer before a framework read it', async () => {
    const call = (length: string) => tokenCall({ headers: { 'Content-Length': length } });
    expect(await refusal(call('8193'))).toEqual([413, 'too-large']);
    expect(await refusal(call('8192'))).toEqual([200, null]);
  });

  test('not a body that breaks off', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('gone')),
    });
    expect(await refusal(tokenCall({ body }))).toEqual([400, 'bad-request']);
  });

  test('no more of an endless body than it must', async () => {
    let pulled = 0;
    const cancel = vi.fn();
    const body = new ReadableStream({
      cancel,
      pull(controller) {
        pulled += 1;
        controller.enqueue(new Uint8Array(1024));
      },
    });
    expect(await refusal(tokenCall({ body }))).toEqual([413, 'too-large']);
    expect(pulled).toBeLessThan(16);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

describe('other origins', () => {
  test('a listed one may ask, and read the answer with its cookies', async () => {
    const asked = await host.fetch(preflight(PARTNER));
    expect(asked.status).toBe(204);
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': PARTNER,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers': 'authorization,content-type,x-embedded-dashboard',
      vary: expect.stringContaining('Origin'),
    });
    const answered = await host.fetch(tokenCall({ headers: { Origin: PARTNER } }));
    expect(answered.headers.get('Access-Control-Allow-Origin')).toBe(PARTNER);
    expect(answered.headers.get('Access-Control-Allow-Credentials')).toBe('true');
  });

  test('a listed one may ask without naming headers', async () => {
    const request = preflight(PARTNER);
    request.headers.delete('Access-Control-Request-Headers');
    const { status, headers } = await host.fetch(request);
    expect([status, headers.get('Access-Control-Allow-Headers')]).toEqual([204, '']);
  });

  test('a listed one reads errors, too', async () => {
    const response = await host.fetch(tokenCall({ headers: { Origin: PARTNER }, body: 'x' }));
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([
      400,
      PARTNER,
    ]);
  });

  test.for(['https://evil.example', `${PARTNER}.evil.example`, 'null', HOST])(
    '%s gets no CORS answer',
    async (origin) => {
      const asked = await host.fetch(preflight(origin));
      const answered = await host.fetch(tokenCall({ headers: { Origin: origin } }));
      expect(asked.status).toBe(403);
      const names = [...asked.headers.keys(), ...answered.headers.keys()];
      expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    },
  );
});

describe('the full page', () => {
  test.for(['none', 'same-origin', 'same-site', 'cross-site'])(
    'opens from a link, Sec-Fetch-Site %s',
    async (site) => {
      const headers = {
        'Sec-Fetch-Site': site,
        'Sec-Fetch-Dest': 'document',
        'Sec-Fetch-Mode': 'navigate',
      };
      expect((await host.fetch(pageCall(GUID, headers))).status).toBe(303);
    },
  );

  test.for(['iframe', 'frame', 'fencedframe', 'embed', 'object'])(
    'does not open in %s',
    async (destination) => {
      expect(await refusal(pageCall(GUID, { 'Sec-Fetch-Dest': destination }))).toEqual([
        403,
        'cross-site',
      ]);
    },
  );
});

/** A token request's body of exactly so many bytes. */
function padded(bytes: number): string {
  const shortest = JSON.stringify({ dashboardGuid: GUID, padding: '' });
  return shortest.replace(/""/, `"${'x'.repeat(bytes - shortest.length)}"`);
}

/** What a browser asks before it sends the element's request to another origin. */
function preflight(origin: string): Request {
  return tokenCall({
    method: 'OPTIONS',
    body: null,
    headers: {
      Origin: origin,
      'Sec-Fetch-Site': 'cross-site',
      'X-Embedded-Dashboard': null,
      'Content-Type': null,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,x-embedded-dashboard',
    },
  });
}
