import { checkHost } from 'embedded-dashboard/host-conformance';
import { describe, expect, it } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { TOKEN } from '../support/scripted-upstream.ts';
import { FakeClock } from './fake-clock.ts';
import { type Fetch, withHeaders } from './faulty-service.ts';
import { API_KEY, COOKIE, failedOf, useHost } from './host-under-test.ts';
import { answerOf } from './loopback.ts';

const tested = useHost();

/** Removes headers, because a careless host does not check them. */
const without =
  (...names: string[]) =>
  (request: Request): Request => {
    const copy = new Request(request);
    for (const name of names) copy.headers.delete(name);
    return copy;
  };

const isToken = ({ url }: Request): boolean => url.endsWith('/token');
const toPost = async (request: Request): Promise<Request> =>
  new Request(request.url, {
    method: 'POST',
    headers: request.headers,
    body: (await request.text()) || JSON.stringify({ dashboardGuid: GUID }),
  });

/** Faults of a host, each with a pattern of the checks that may fail. */
const FAULTS: Record<string, [plant: (fetch: Fetch) => Fetch, checks: RegExp]> = {
  'it does not check X-Embedded-Dashboard': [
    (fetch) => (request) => {
      const copy = new Request(request);
      copy.headers.set('X-Embedded-Dashboard', '1');
      return fetch(copy);
    },
    /^host\/own-header-(missing|zero|empty)$/,
  ],
  'it accepts any Origin': [
    (fetch) => (request) => {
      const copy = new Request(request);
      copy.headers.set('Origin', new URL(request.url).origin);
      return fetch(copy);
    },
    /^host\/origin-/,
  ],
  'it accepts any Sec-Fetch-Site': [
    (fetch) => (request) => {
      const copy = new Request(request);
      const { host } = new URL(request.url);
      if (copy.headers.has('Sec-Fetch-Site')) copy.headers.set('Origin', `http://${host}`);
      return fetch(without('Sec-Fetch-Site')(copy));
    },
    /^host\/(fetch-site-|refusals-)/,
  ],
  'it accepts any media type': [
    (fetch) => (request) => {
      const copy = new Request(request);
      copy.headers.set('Content-Type', 'application/json');
      return fetch(copy);
    },
    /^host\/media-type-/,
  ],
  'it accepts any method': [
    (fetch) => async (request) =>
      fetch(request.method === 'OPTIONS' ? request : await toPost(request)),
    /^host\/(method-|body-empty)/,
  ],
  'it requires no login': [
    (fetch) => (request) => {
      const copy = new Request(request);
      copy.headers.set('Cookie', COOKIE);
      return fetch(copy);
    },
    /^host\/(without-login|invalid-login)$/,
  ],
  'it shows any dashboard': [
    (fetch) => async (request) => {
      const text = await request.clone().text();
      const isUnknown = text.includes('00000000-0000-4000-8000-000000000000');
      const body = isUnknown ? JSON.stringify({ dashboardGuid: GUID }) : text;
      if (!request.body) return fetch(request);
      return fetch(new Request(request, { method: request.method, body }));
    },
    /^host\/guid-unknown$/,
  ],
  'its answers may be cached': [
    (fetch) => async (request) => withHeaders(await fetch(request), { 'Cache-Control': null }),
    /^host\/(no-store|refusals-not-stored|login-not-stored)$/,
  ],
  'a cache is in front of it': [
    (fetch) => async (request) => withHeaders(await fetch(request), { Age: '12' }),
    /^host\/not-from-cache$/,
  ],
  'it allows all origins to read': [
    (fetch) => async (request) =>
      withHeaders(await fetch(request), { 'Access-Control-Allow-Origin': '*' }),
    /^host\/(no-open-cors|preflight-of-strangers|refusals-not-readable)$/,
  ],
  'it passes the quoted token on': [
    (fetch) => async (request) => {
      const response = await fetch(request);
      if (!isToken(request) || response.status !== 200) return response;
      const { token } = (await response.json()) as { token: string };
      return withHeaders(Response.json({ token: `"${token}"` }), {
        'Cache-Control': 'no-store',
        'X-Content-Type-Options': 'nosniff',
      });
    },
    /^host\/token-(shape|not-quoted)$/,
  ],
  'it answers HTML': [
    (fetch) => async (request) => {
      const response = await fetch(request);
      return withHeaders(new Response(await response.text(), response), {
        'Content-Type': 'text/html',
      });
    },
    /^host\/media-type$/,
  ],
  'it reveals its session id': [
    (fetch) => async (request) => {
      const response = await fetch(request);
      if (response.status !== 200) return response;
      const answer = (await response.json()) as object;
      return new Response(JSON.stringify({ ...answer, sessionId: 'session-1' }), response);
    },
    /^host\/no-server-fields$/,
  ],
  'it shows stack traces': [
    (fetch) => async (request) => {
      const response = await fetch(request);
      const trace = 'Error: no\n    at parse (/srv/app/index.js:12:3)';
      return response.status < 400 ? response : new Response(trace, response);
    },
    /^host\/errors-without-internals$/,
  ],
  'it answers 500 to a bad body': [
    (fetch) => async (request) => {
      const response = await fetch(request);
      return response.status === 400
        ? new Response('', { headers: response.headers, status: 500 })
        : response;
    },
    /^host\/(body-|guid-|parameters-)/,
  ],
};

describe('a good host', () => {
  it('passes at least 60 checks, with and without a logout', async () => {
    const findings = await tested.check(tested.createFetch());
    expect(failedOf(findings)).toEqual([]);
    expect(findings.length).toBeGreaterThanOrEqual(60);
    expect(new Set(findings.map((finding) => finding.check)).size).toBe(findings.length);
    const more = await tested.check(tested.createFetch(), { withLogout: true });
    expect(failedOf(more)).toEqual([]);
    expect(more.length).toBeGreaterThan(findings.length);
  });

  it('gets no logout unless that is allowed', async () => {
    tested.upstream.calls.length = 0;
    await tested.check(tested.createFetch());
    expect(tested.upstream.calls.filter(({ url }) => /logout/i.test(url))).toEqual([]);
  });
});

describe('a host with a fault', () => {
  it.each(Object.entries(FAULTS))('is reported if %s', async (_, [plant, checks]) => {
    const findings = failedOf(await tested.check(plant(tested.createFetch())));
    expect(findings).not.toEqual([]);
    expect(findings.filter((name) => !checks.test(name))).toEqual([]);
  });

  it('is reported once if it does not answer 200', async () => {
    const findings = await tested.check(async () => new Response('', { status: 502 }));
    expect(failedOf(findings)).toEqual(['host/answers-200']);
    expect(findings).toHaveLength(1);
  });

  it('is reported with the reason if a call gets no answer', async () => {
    const reasonOf = async (url: string): Promise<string> => {
      const [finding] = await checkHost({ url, dashboardGuid: GUID, clock: new FakeClock() });
      return finding!.fix;
    };
    const { url, close } = await answerOf('no HTTP\r\n\r\n');
    expect(await reasonOf(url)).toContain('is not valid HTTP');
    await close();
    expect(await reasonOf(url)).toContain('Nothing listens');
    expect(await reasonOf(`${tested.upstream.baseUrl.replace('http', 'https')}/x`)).toContain(
      'is not valid HTTP',
    );
  });
});

describe('bad input', () => {
  it('is a TypeError that says what to do', async () => {
    for (const url of ['dashboards', 'ftp://example.com', '']) {
      await expect(checkHost({ url, dashboardGuid: GUID })).rejects.toThrow(/http or https/);
    }
    const bad = checkHost({ url: 'http://127.0.0.1', dashboardGuid: 'sales' });
    await expect(bad).rejects.toThrow(/must be a GUID/);
  });
});

it('findings contain no secrets', async () => {
  const findings = await tested.check(
    FAULTS['it passes the quoted token on']![0](tested.createFetch()),
  );
  const text = JSON.stringify(findings);
  for (const secret of [COOKIE, API_KEY, TOKEN]) expect(text).not.toContain(secret);
});
