import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type DashboardHost } from 'embedded-dashboard/host';
import { GUID, HOST, pageCall, tokenCall } from '../support/dashboard-calls.ts';
import { toHeaders, toRows } from '../support/to-rows.ts';
import { newHost, upstream, useUpstream } from './own-upstream.ts';

useUpstream();

const PARTNER = 'https://partner.example.org';

let host: DashboardHost;
const resolve = vi.fn(async () => ({ sessionId: 'session-1', dashboards: [GUID] }));

beforeEach(() => {
  host = newHost({ origins: [PARTNER], resolve });
  resolve.mockClear();
});

async function refusal(request: Request): Promise<[number, string | null]> {
  const response = await host.fetch(request);
  const content = await response.json();
  if (response.ok) return [200, null];
  expect(resolve).not.toHaveBeenCalled();
  expect(upstream.calls).toEqual([]);
  expect(content).toEqual({ error: { code: expect.any(String), message: expect.any(String) } });
  return [response.status, content.error.code];
}

/** The headers of a call, whose caller is admitted or not. `-` is a header that is not sent. */
const CALLERS = `
  Sec-Fetch-Site: same-origin → admitted
  Sec-Fetch-Site: same-origin | Origin: https://seen-outside.example | Host: inside:8080 → admitted
  Sec-Fetch-Site: cross-site | Origin: https://evil.example →
  Sec-Fetch-Site: cross-site | Origin: ${HOST} →
  Sec-Fetch-Site: same-site | Origin: https://www.example.com →
  Sec-Fetch-Site: none →
  Sec-Fetch-Site: same-galaxy →
  Sec-Fetch-Site: cross-site | Origin: ${PARTNER} → admitted
  Sec-Fetch-Site: cross-site | Origin: ${PARTNER}.evil.example →
  Sec-Fetch-Site: - | Origin: ${PARTNER} → admitted
  Sec-Fetch-Site: - | Origin: ${PARTNER}:8443 →
  Sec-Fetch-Site: - | Origin: ${PARTNER.toUpperCase()} →
  Sec-Fetch-Site: - | Origin: ${PARTNER}. →
  Sec-Fetch-Site: - | Origin: ${PARTNER.replace('https', 'http')} →
  Sec-Fetch-Site: - | Origin: ${HOST} → admitted
  Sec-Fetch-Site: - | Origin: https://a.example | Host: a.example → admitted
  Sec-Fetch-Site: - | Origin: https://a.example | Host: a.example:443 → admitted
  Sec-Fetch-Site: - | Origin: https://a.example:8443 | Host: a.example →
  Sec-Fetch-Site: - | Origin: https://evil.example →
  Sec-Fetch-Site: - | Origin: ${HOST}.evil.example →
  Sec-Fetch-Site: - | Origin: https://evil.example | Host: app.example.com@evil.example →
  Sec-Fetch-Site: - | Origin: https://evil.example | X-Forwarded-Host: evil.example | Forwarded: host=evil.example →
  Sec-Fetch-Site: - | Origin: null →
  Sec-Fetch-Site: - →
  Sec-Fetch-Site: - | Origin: https:// | Host: →
  X-Embedded-Dashboard: - →
  X-Embedded-Dashboard: 2 →
  X-Embedded-Dashboard: - | Origin: ${PARTNER} →
`;

describe('callers of the token route', () => {
  test.for(toRows(CALLERS))('%s → %s', async ([headers, admitted]) => {
    const expected = admitted ? [200, null] : [403, 'cross-site'];
    expect(await refusal(tokenCall({ headers: toHeaders(headers) }))).toEqual(expected);
  });
});

test('the error names the missing header', async () => {
  const response = await host.fetch(tokenCall({ headers: { 'X-Embedded-Dashboard': null } }));
  const { error } = await response.json();
  expect(error.message).toBe('The header "X-Embedded-Dashboard: 1" is missing.');
});

describe('the token route', () => {
  test.for(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'refuses the method %s',
    async (method) => {
      const response = await host.fetch(tokenCall({ method }));
      expect(response.status).toBe(405);
      expect(response.headers.get('Allow')).toBe('POST');
      expect(upstream.calls).toEqual([]);
    },
  );

  test.for([
    null,
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'application/jsonp',
    'application/json-patch+json',
    '',
  ])('refuses the media type %j', async (type) => {
    const body = new TextEncoder().encode(JSON.stringify({ dashboardGuid: GUID }));
    expect(await refusal(tokenCall({ headers: { 'Content-Type': type }, body }))).toEqual([
      415,
      'unsupported-media-type',
    ]);
  });

  test.for(['application/json;charset=UTF-8', 'Application/JSON'])(
    'accepts the media type %s',
    async (type) => {
      expect(await refusal(tokenCall({ headers: { 'Content-Type': type } }))).toEqual([200, null]);
    },
  );

  test.for<[string, BodyInit | null]>([
    ['an empty body', null],
    ['broken JSON', '{"dashboardGuid":'],
    ['an array', `["${GUID}"]`],
    ['a string', `"${GUID}"`],
    ['null', 'null'],
    ['a malformed GUID', '{"dashboardGuid":"../logout"}'],
    ['a GUID with a tail', `{"dashboardGuid":"${GUID}\\n"}`],
    ['a list of GUIDs', `{"dashboardGuid":["${GUID}"]}`],
    ['a GUID in __proto__', `{"__proto__":{"dashboardGuid":"${GUID}"}}`],
    ['deeply nested JSON', `${'['.repeat(4000)}${']'.repeat(4000)}`],
    ['bytes that are not UTF-8', new Uint8Array([0x7b, 0xff, 0x7d])],
  ])('refuses a body: %s', async ([, body]) => {
    expect(await refusal(tokenCall({ body }))).toEqual([400, 'bad-request']);
  });

  test.for(['"text"', '7', 'true', '[]'])('refuses the logout body %s', async (body) => {
    const url = `${HOST}/dashboards/logout`;
    expect(await refusal(tokenCall({ url, body }))).toEqual([400, 'bad-request']);
  });

  test('accepts a body of 8192 bytes, and no more', async () => {
    expect(padded(8192)).toHaveLength(8192);
    expect(await refusal(tokenCall({ body: padded(8193) }))).toEqual([413, 'too-large']);
    expect(await refusal(tokenCall({ body: padded(8192) }))).toEqual([200, null]);
  });

  test('refuses a short body that was longer before a framework read it', async () => {
    const call = (length: string) => tokenCall({ headers: { 'Content-Length': length } });
    expect(await refusal(call('8193'))).toEqual([413, 'too-large']);
    expect(await refusal(call('8192'))).toEqual([200, null]);
  });

  test('refuses a truncated body', async () => {
    const body = new ReadableStream({
      pull: (controller) => controller.error(new Error('gone')),
    });
    expect(await refusal(tokenCall({ body }))).toEqual([400, 'bad-request']);
  });

  test('reads only the start of an endless body', async () => {
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
  test('a listed one passes the preflight, and reads the answer with its cookies', async () => {
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

  test('a listed one passes a preflight without names of headers', async () => {
    const request = preflight(PARTNER);
    request.headers.delete('Access-Control-Request-Headers');
    const { status, headers } = await host.fetch(request);
    expect([status, headers.get('Access-Control-Allow-Headers')]).toEqual([204, '']);
  });

  test('a full page has no preflight', async () => {
    const asked = await host.fetch(new Request(`${HOST}/dashboards/${GUID}`, preflight(PARTNER)));
    expect([asked.status, asked.headers.get('Allow')]).toEqual([405, 'GET']);
  });

  test('a listed one reads errors, too', async () => {
    const response = await host.fetch(tokenCall({ headers: { Origin: PARTNER }, body: 'x' }));
    expect([response.status, response.headers.get('Access-Control-Allow-Origin')]).toEqual([
      400,
      PARTNER,
    ]);
  });

  test.for(['https://evil.example', `${PARTNER}.evil.example`, 'null', HOST])(
    '%s gets no CORS headers',
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

/** The body of a token request, with exactly this number of bytes. */
function padded(bytes: number): string {
  const shortest = JSON.stringify({ dashboardGuid: GUID, padding: '' });
  return shortest.replace(/""/, `"${'x'.repeat(bytes - shortest.length)}"`);
}

/** The preflight that a browser sends before the element's request to another origin. */
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
