import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkService, type ServiceReport } from '../../src/doctor/check-service.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { answerOf, FaultyService, headersOf, type Plant, withHeaders } from './faulty-service.ts';
import { API_KEY } from './plain-service.ts';

let service: FaultyService;

beforeAll(async () => {
  service = await FaultyService.start();
});

afterAll(() => service.close());

const check = (changes: object = {}): Promise<ServiceReport> => {
  const { url, clock } = service;
  return checkService({ url, clock, dashboardGuid: GUID, apiKey: API_KEY, ...changes });
};

async function checkPlanted(plant: Plant, changes: object = {}): Promise<ServiceReport> {
  using _ = service.with(plant);
  return await check(changes);
}

const failed = ({ findings }: ServiceReport): string[] =>
  findings.filter(({ ok }) => !ok).map((finding) => finding.check);

const fixOf = ({ findings }: ServiceReport): string => findings.find(({ ok }) => !ok)!.fix;

const wordOf = ({ answers }: ServiceReport, id: string): string =>
  answers!.find((answer) => answer.id === id)!.answer;

const page = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'Content-Type': 'text/html' } });

/** Opens each token only once. */
const onceOnly: Plant = (next) => {
  const opened = new Set<string>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/Tdb/')) return next(request);
    if (opened.has(pathname)) return page('<p>This link was used.</p>', 410);
    opened.add(pathname);
    return next(request);
  };
};

/** Opens only the last token of a session. */
const lastOnly: Plant = (next) => {
  let last = '';
  return async (request) => {
    const response = await next(request);
    const { pathname } = new URL(request.url);
    if (pathname.startsWith('/Api/GetToken') && response.ok) {
      const text = await response.text();
      last = (JSON.parse(text) as { token: string }).token;
      return new Response(text, response);
    }
    const isOld = pathname.startsWith('/Tdb/') && last && !pathname.endsWith(last);
    return isOld && response.ok ? page('<p>Not valid.</p>', 401) : response;
  };
};

/** Shows an empty page with status 200 for tokens that are not valid. */
const withoutExpiryPage: Plant = answerOf('/Tdb/', (response) =>
  response.ok ? response : page('<!doctype html>'),
);

/** Faults of a service, each with the check and the line that report it. */
const FAULTS: Record<string, [plant: Plant, check: string, fix: RegExp, changes?: object]> = {
  'another key is set': [
    (next) => next,
    'get-token-json',
    /does not accept the key\. Check DASHBOARD_API_KEY/,
    { apiKey: 'another-key' },
  ],
  'the dashboard is unknown': [
    (next) => next,
    'get-token-json',
    /does not know the dashboard.*“Accessible in API”/,
    { dashboardGuid: '00000000-0000-4000-8000-0000000000ff' },
  ],
  'the base address lacks its path': [
    (next) => (request) =>
      next(new URL(request.url).pathname === '/' ? request : new Request(`${service.url}/none`)),
    'get-token-json',
    /404.*the path of the address is wrong/,
  ],
  'a proxy removes queries': [
    (next) => (request) => {
      const { origin, pathname } = new URL(request.url);
      return next(new Request(origin + pathname, request));
    },
    'get-token-query',
    /Check DASHBOARD_API_KEY and --dashboard/,
  ],
  'the key may not replace connections': [
    (next) => next,
    'get-token-text',
    /DASHBOARD_CONNECTION_STRING/,
    { connectionString: 'Server=elsewhere' },
  ],
  'a proxy answers with a sign-in page': [
    answerOf('/GetToken', () => page('<form>Sign in</form>')),
    'get-token-json',
    /answers 200 without a token/,
  ],
  'a redirect leads to another host': [
    answerOf('/Tdb/', () => Response.redirect('https://login.example/?secret=1', 302)),
    'opens',
    /302, a redirect to https:\/\/login\.example\. .*passes \/Tdb\/ on unchanged/,
  ],
  'X-Frame-Options is sent': [
    headersOf('/Tdb/', { 'X-Frame-Options': 'SAMEORIGIN', 'Content-Security-Policy': null }),
    'frame-options',
    /Remove “X-Frame-Options”/,
  ],
  'only its own pages may show it': [
    headersOf('/Tdb/', { 'Content-Security-Policy': "frame-ancestors 'self'" }),
    'frame-ancestors',
    /“frame-ancestors”.*SERVICE_FRAME_ANCESTORS/,
  ],
  'another site may show it': [
    headersOf('/Tdb/', { 'Content-Security-Policy': 'frame-ancestors https://other.example' }),
    'frame-ancestors',
    /“frame-ancestors”/,
    { embedder: 'https://app.example' },
  ],
  'its policy has a sandbox': [
    headersOf('/Tdb/', { 'Content-Security-Policy': 'sandbox allow-forms' }),
    'sandboxed-by-policy',
    /Add allow-scripts/,
  ],
  'its cookies are for its own site': [
    headersOf('/Tdb/', { 'Set-Cookie': 'visit=SECRET; Path=/; SameSite=Lax' }),
    'cookies',
    /“SameSite=None; Secure; Partitioned”/,
  ],
  'a cache keeps tokens': [
    headersOf('/GetToken', { Age: '30' }),
    'get-token-not-cached',
    /Exclude \/Api\/GetToken from the cache/,
  ],
  'a cache keeps dashboards': [
    headersOf('/Tdb/', { 'Cache-Control': 'public, max-age=600' }),
    'display-not-cached',
    /“Cache-Control: no-store”/,
  ],
  'its clock is behind': [
    (next) => (request) => {
      const behind = new Date(service.clock.now() - 600_000).toUTCString();
      return headersOf('/', { Date: behind })(next)(request);
    },
    'clock',
    /600 seconds behind\. Synchronize the clocks/,
  ],
  'dashboards are downloads': [
    headersOf('/Tdb/', { 'Content-Type': null }),
    'html',
    /as text\/html/,
  ],
  'any key is accepted': [
    (next) => (request) =>
      next(new Request(request.url.replace(/doctor-[\da-f-]{36}/, API_KEY), request)),
    'refuses-wrong-key',
    /Tell the operator.*wrong API key/,
  ],
  'errors repeat the address': [
    answerOf('/GetToken', (response, { url }) =>
      response.ok ? response : new Response(`No: ${url}`, { status: response.status }),
    ),
    'errors-without-key',
    /Remove the API key from the error answers/,
  ],
  'a logout ends nothing': [
    (next) => async (request) =>
      request.url.includes('/logout/') ? new Response(null, { status: 204 }) : next(request),
    'logout-ends-tokens',
    /still opens the dashboard after Logout/,
  ],
  'a token opens only once': [onceOnly, 'opens-twice', /Leave refresh-every out/],
  'a second token ends the first': [lastOnly, 'second-token', /sessionId per browser tab/],
};

/** Behavior that needs no fix, each with its note. */
const NOTICES: Record<string, [plant: Plant, note: RegExp]> = {
  'it announces a lifetime of a day': [
    answerOf('/GetToken', async (response) => {
      const answer = (await response.json()) as object;
      return Response.json({ ...answer, expiresIn: 86_400 }, response);
    }),
    /announces a life that is not 1 to 7200 seconds/,
  ],
  'its error page navigates the window': [
    answerOf('/Tdb/', (response) =>
      response.ok ? response : page('<script>top.location = "/login"</script>', 401),
    ),
    /keep allow-top-navigation out of it/,
  ],
  'a second logout fails': [
    (next) => {
      const ended = new Set<string>();
      return async (request) => {
        if (!request.url.includes('/logout/')) return next(request);
        if (ended.has(request.url)) return new Response('', { status: 500 });
        ended.add(request.url);
        return next(request);
      };
    },
    /^It answers 500\..*The host repeats a logout/,
  ],
  'there is no expiry page': [
    withoutExpiryPage,
    /^It answers 200\. The service has no expiry page\./,
  ],
};

describe('a good service', () => {
  it('passes all checks, and its behavior is reported', async () => {
    const report = await check({ embedder: 'https://app.example' });
    expect(failed(report)).toEqual([]);
    expect(report.findings.length).toBeGreaterThan(15);
    const ids = report.answers!.map(({ id }) => id);
    expect(ids).toEqual(['U1', 'U2', 'U3', 'U4', 'U5', 'U6', 'U7', 'U8', 'U9', 'U10']);
    expect(wordOf(report, 'U1')).toContain('malformed: 401 text/html');
    expect(wordOf(report, 'U2')).toBe('no');
    expect(wordOf(report, 'U3')).toBe('yes');
    expect(wordOf(report, 'U4')).toContain('run the doctor with --wait');
    expect(wordOf(report, 'U6')).toContain('frame-ancestors');
    expect(wordOf(report, 'U7')).toContain('wrong key: 401 application/json');
    expect(wordOf(report, 'U8')).toMatch(/^first: 2\d\d .*again: .*unknown session: /);
    expect(wordOf(report, 'U9')).toContain('not tested');
    expect(wordOf(report, 'U10')).toContain('not tested');
  });
});

describe('an unusual but good service', () => {
  it.each<[string, Plant, object]>([
    [
      'with an old header next to its policy',
      headersOf('/Tdb/', { 'X-Frame-Options': 'DENY' }),
      {},
    ],
    [
      'that lists all https pages',
      headersOf('/Tdb/', { 'Content-Security-Policy': 'frame-ancestors https://* *:8080' }),
      { embedder: 'https://app.example' },
    ],
    [
      'with cookies for its own site',
      headersOf('/Tdb/', { 'Set-Cookie': 'a=1; SameSite=Lax' }),
      { embedder: 'http://127.0.0.1:1' },
    ],
    ['that removes a cookie', headersOf('/Tdb/', { 'Set-Cookie': 'a=; Max-Age=0; Path=/' }), {}],
    [
      'whose front page is in a cache',
      (next) => async (request) =>
        new URL(request.url).pathname === '/'
          ? new Response('', { headers: { Age: '3600', Date: 'Mon, 01 Jan 2024 00:00:00 GMT' } })
          : next(request),
      {},
    ],
    [
      'that shows the same page for each token',
      answerOf('/Tdb/', () => page('<script src="/app.js"></script>')),
      {},
    ],
    [
      'that answers the bare token',
      answerOf('/GetToken', async (response) => {
        if (!response.ok) return response;
        const { token } = (await response.json()) as { token: string };
        return new Response(`"${token}"`, { headers: { 'Content-Type': 'text/plain' } });
      }),
      {},
    ],
  ])('passes: %s', async (_, plant, changes) => {
    expect(failed(await checkPlanted(plant, changes))).toEqual([]);
  });

  it('is reported without secrets from its headers', async () => {
    const report = await checkPlanted(
      (next) => async (request) => {
        const response = await next(request);
        const isDisplay = request.url.includes('/Tdb/');
        const policy = 'frame-ancestors https://a.example/SECRET; report-uri /SECRET?key=SECRET';
        return withHeaders(response, {
          'Cache-Control': isDisplay ? 'no-store, SECRET' : 'no-store',
          'Content-Security-Policy': policy,
          'Set-Cookie': 'SECRET; Path=/SECRET; SameSite=None; Secure',
          ...(response.ok ? {} : { 'Content-Type': 'text/SECRET-1' }),
        });
      },
      { embedder: 'https://a.example' },
    );
    const words = wordOf(report, 'U6');
    expect(words).toContain('cache-control: another value; frame-ancestors https://a.example;');
    expect(words).toContain('a cookie with SameSite=None; Secure');
    expect(JSON.stringify(report)).not.toContain('SECRET');
  });
});

describe('a service with a fault', () => {
  it.each(Object.entries(FAULTS))('is reported if %s', async (_, [plant, name, fix, changes]) => {
    const report = await checkPlanted(plant, changes);
    expect(failed(report)).toEqual([`service/${name}`]);
    expect(fixOf(report)).toMatch(fix);
    expect(JSON.stringify(report)).not.toMatch(/SECRET|"token"|secret=1/);
  });
});

describe('a service with odd behavior', () => {
  it.each(Object.entries(NOTICES))('has a note and no finding if %s', async (_, [plant, note]) => {
    const report = await checkPlanted(plant);
    expect(failed(report)).toEqual([]);
    expect(report.notes).toEqual([expect.stringMatching(note)]);
  });
});

describe('a service with other behavior', () => {
  it('is reported if its tokens open only once', async () => {
    const report = await checkPlanted(onceOnly);
    expect([wordOf(report, 'U2'), wordOf(report, 'U3')]).toEqual(['no', 'no']);
  });

  it('is reported if a second token ends the first', async () => {
    const report = await checkPlanted(lastOnly);
    expect([wordOf(report, 'U2'), wordOf(report, 'U3')]).toEqual(['yes', 'yes']);
  });

  it('is reported if it has no expiry page', async () => {
    const report = await checkPlanted(withoutExpiryPage);
    expect(wordOf(report, 'U1')).toContain('malformed: 200 text/html');
    expect(wordOf(report, 'U3')).toBe('yes');
  });
});

describe('with --wait', () => {
  it('finds out whether the lifetime of a token is fixed', async () => {
    service.tokenLifetimeSeconds = 3;
    const startedAt = service.clock.now();
    const events: string[] = [];
    const noteCall: Plant = (next) => (request) => {
      const [, step] = new URL(request.url).pathname.split('/');
      events.push(`${step} after ${service.clock.now() - startedAt} ms`);
      return next(request);
    };
    const report = await checkPlanted(noteCall, {
      isWaiting: true,
      onWait: (seconds: number) => events.push(`${seconds} seconds left`),
    });
    expect(failed(report)).toEqual([]);
    // A token is opened shortly before the end of its life. Then both tokens are opened after it.
    expect(events.slice(events.indexOf('4 seconds left'))).toEqual([
      '4 seconds left',
      '3 seconds left',
      '2 seconds left',
      'Tdb after 2700 ms',
      '2 seconds left',
      '1 seconds left',
      'Tdb after 4000 ms',
      'Tdb after 4000 ms',
      'api after 4000 ms',
      'Tdb after 4000 ms',
      'api after 4000 ms',
      'api after 4000 ms',
    ]);
    expect(wordOf(report, 'U1')).toContain('expired: 401 text/html');
    expect(wordOf(report, 'U4')).toBe('fixed');
    expect(wordOf(report, 'U5')).toContain('names no address for data');
  });
});
