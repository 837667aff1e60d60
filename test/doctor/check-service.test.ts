import { describe, expect, it } from 'vitest';
import { GUID } from '../support/dashboard-calls.ts';
import { toRows } from '../support/to-rows.ts';
import {
  answerOf,
  displayOf,
  headersOf,
  type Plant,
  toPage,
  useService,
  wordOf,
} from './faulty-service.ts';
import { API_KEY } from './plain-service.ts';
import { expectVerdict } from './verdict.ts';

const service = useService();
const APP = { embedder: 'https://app.example' };

/** The headers of dashboards, each with its verdict. `-` is a header that is not sent. */
const HEADERS = `
  Content-Security-Policy: frame-ancestors 'none' → frame-ancestors
  Content-Security-Policy: frame-ancestors 'self' → frame-ancestors: “frame-ancestors”…SERVICE_FRAME_ANCESTORS
  Content-Security-Policy: frame-ancestors https://app.example →
  Content-Disposition: inline; filename=attachment | Content-Type: TEXT/HTML →
  Cache-Control: private, max-age=60 · Cache-Control: max-age=0 ·
  Cache-Control: s-maxage=0 · Cache-Control: - · Cache-Control: No-Store | Age: 1 →
  Content-Security-Policy: sandbox allow-forms → sandboxed-by-policy: Add allow-scripts
  Content-Security-Policy: - | X-Frame-Options: SAMEORIGIN → frame-options: Remove “X-Frame-Options”
  Content-Type: - → html: as text/html
  Content-Type: text/plain · Content-Type: x-text/html ·
  Content-Disposition: Attachment; filename=a → html
  Set-Cookie: visit=SECRET; Path=/; SameSite=Lax → cookies: “SameSite=None; Secure; Partitioned”
  Cache-Control: MAX-AGE=60 → display-not-cached: “Cache-Control: no-store”
  Cache-Control: Public · Cache-Control: private, S-MaxAge=9 · Cache-Control: - | Age: 1 → display-not-cached
`;

/** The same for a dashboard in a page of `https://app.example`. */
const HEADERS_IN_PAGE = `
  Content-Security-Policy: frame-ancestors https://app.example →
  Content-Security-Policy: frame-ancestors https://* *:8080 →
  Content-Security-Policy: - | X-Frame-Options: ALLOWALL →
  Content-Security-Policy: - · Content-Security-Policy: frame-ancestors * · X-Frame-Options: DENY ·
  Set-Cookie: a=1; samesite=NONE; secure · Set-Cookie: a=; MAX-AGE=0 →
  Content-Security-Policy: frame-ancestors https://other.example → frame-ancestors
  Content-Security-Policy: - | X-Frame-Options: Deny → frame-options
  Content-Security-Policy: default-src 'self' | X-Frame-Options: DENY → frame-options
  Set-Cookie: a=1 · Set-Cookie: a=1; SameSite=None · Set-Cookie: a=1; Secure → cookies
`;

/** The headers for pages of this machine. */
const EMBEDDERS: [embedder: string, headers: string, verdict: string][] = [
  ['http://127.0.0.1:1', 'Set-Cookie: a=1; SameSite=Lax', ''],
  ['http://9.9.0.1:1', 'Set-Cookie: a=1; SameSite=Lax', ''],
  ['http://localhost', 'Set-Cookie: a=1; SameSite=Lax', 'cookies'],
  ['http://127.0.0.2', 'Set-Cookie: a=1; SameSite=Lax', 'cookies'],
  ['its own address', 'Content-Security-Policy: - | X-Frame-Options: SAMEORIGIN', ''],
  ['its own address', 'Content-Security-Policy: - | X-Frame-Options: DENY', 'frame-options'],
];

describe('the headers of a dashboard are judged', () => {
  it.each(toRows(HEADERS))('%s', async (headers, verdict) => {
    expectVerdict(await service.check(displayOf(headers)), verdict);
  });

  it.each(toRows(HEADERS_IN_PAGE))('%s, in a page', async (headers, verdict) => {
    expectVerdict(await service.check(displayOf(headers), APP), verdict);
  });

  it.each(EMBEDDERS)('in a page of %s: %s', async (address, headers, verdict) => {
    const embedder = address.startsWith('its') ? service.url : address;
    expectVerdict(await service.check(displayOf(headers), { embedder }), verdict);
  });
});

const status = (code: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: code, headers });

/** The statuses of GetToken, each with the beginning of the line, or with all of it. */
const STATUSES = `
  401 → It answers 401. It does not accept the key. Check DASHBOARD_API_KEY
  403 → It answers 403. It does not accept the key, or the call. Check DASHBOARD_API_KEY
  404 → It answers 404. It does not know the dashboard, or the path of the address is wrong. Check DASHBOARD_API_KEY
  400 → It answers 400. Check DASHBOARD_API_KEY
  499 → It answers 499. Check DASHBOARD_API_KEY
  429 → It answers 429. It limits calls. Check --service, or try again later.
  503 → It answers 503. It is busy, or stopped. Check --service, or try again later.
  500 → It answers 500. Check --service, or try again later.
  302 → It answers 302, a redirect to https://a.example. Check --service, or try again later.
  200 → It answers 200 without a token. Check DASHBOARD_API_KEY
`;

describe('a refused GetToken', () => {
  it.each(toRows(STATUSES))('by %s is reported once, and nothing else', async (code, line) => {
    const headers = { Location: 'https://a.example/SECRET' };
    const report = await service.check(answerOf('/GetToken', () => status(Number(code), headers)));
    expectVerdict(report, 'get-token-json');
    const { fix } = report.findings.find(({ ok }) => !ok)!;
    expect(line.endsWith('.') ? fix : fix.slice(0, line.length)).toBe(line);
    expect(report.answers).toBeUndefined();
    expect(report.notes).toEqual([]);
  });

  it.each([
    ['?', 'get-token-query'],
    ['/GetToken/', 'get-token-json'],
  ])('in one form only is reported for that form: %s', async (part, verdict) => {
    const report = await service.check((next) => async (request) => {
      return request.url.includes(part) ? status(403) : next(request);
    });
    expectVerdict(report, verdict);
    expect(report.answers).toHaveLength(10);
  });
});

describe('a dashboard with required parameters', () => {
  const error = { code: 'missing-parameters', message: 'SECRET', parameters: ['Region', 'Year'] };
  const requiring: Plant = (next) => async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const isFilled = searchParams.get('SQLparameters') === 'Region=North;Year=2026';
    if (!pathname.includes('GetToken') || isFilled) return next(request);
    return Response.json({ error }, { status: 400 });
  };

  it('is one finding that names them', async () => {
    const report = await service.check(requiring);
    expectVerdict(
      report,
      'missing-parameters: The dashboard requires Region, Year. Set DASHBOARD_SQL_PARAMETERS',
    );
  });

  it('is opened with them in both forms', async () => {
    const sqlParameters = 'Region=North;Year=2026';
    const report = await service.check(requiring, { sqlParameters });
    expectVerdict(report, '');
    expect(report.answers).toHaveLength(10);
  });
});

/** Opens each token only once. */
const onceOnly: Plant = (next) => {
  const opened = new Set<string>();
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (!pathname.startsWith('/Tdb/')) return next(request);
    if (opened.has(pathname)) return toPage('<p>This link was used.</p>', 410);
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
    return isOld && response.ok ? toPage('<p>Not valid.</p>', 401) : response;
  };
};

/** Changes the addresses of calls. */
const addressed =
  (change: (url: string, method: string) => string): Plant =>
  (next) =>
  (request) =>
    next(new Request(change(request.url, request.method), request));

/** Answers refused calls of GetToken with the key. */
const repeating = (toAnswer: (url: string) => Response): Plant =>
  answerOf('/GetToken', (response, { url }) => (response.ok ? response : toAnswer(url)));

const dated = (aheadMs: number): Plant => {
  return (next) => (request) =>
    headersOf('/', { Date: new Date(service.clock.now() + aheadMs).toUTCString() })(next)(request);
};

/** Confirms a logout, and does nothing. */
const careless: Plant = (next) => async (request) =>
  request.url.includes('/logout/') ? status(204) : next(request);

/** Answers a refused token with a page and the status 200: one for tokens that were open before, and one for others. */
const politely =
  (ended: string, unknown = ended): Plant =>
  (next) => {
    const opened = new Set<string>();
    return answerOf('/Tdb/', (response, { url }) => {
      if (response.ok) opened.add(url);
      const text = opened.has(url) ? ended : unknown;
      return response.ok ? response : toPage(LAYOUT.replace('TEXT', text));
    })(next);
  };
const LAYOUT = '<!doctype html><title>Service</title><h1>TEXT</h1><a href="/help">Help</a>';

/** Shows other data each time. */
const lively: Plant = (next) => {
  let count = 0;
  return answerOf('/Tdb/', (response) => {
    count += 1;
    const data = ` ${'abcdefghij'[count % 10]} sold ${count}`;
    return response.ok
      ? toPage(LAYOUT.replace('TEXT', `Sales by region and year:${data}`))
      : response;
  })(next);
};

const SPECIAL_KEY = 'a key/with signs';

/** Faults of a service, each with its verdict. */
const FAULTS: Record<string, [plant: Plant, verdict: string, changes?: object]> = {
  'another key is set': [
    (next) => next,
    'get-token-json: does not accept the key. Check DASHBOARD_API_KEY',
    { apiKey: 'another-key' },
  ],
  'the dashboard is unknown': [
    (next) => next,
    'get-token-json: does not know the dashboard…“Accessible in API”',
    { dashboardGuid: '00000000-0000-4000-8000-0000000000ff' },
  ],
  'a proxy removes queries': [
    addressed((url) => url.replace(/\?.*/, '')),
    'get-token-query: Check DASHBOARD_API_KEY and --dashboard',
  ],
  'the key may not replace connections': [
    (next) => next,
    'get-token-text: DASHBOARD_CONNECTION_STRING',
    { connectionString: 'Server=elsewhere' },
  ],
  'a redirect leads to another host': [
    answerOf('/Tdb/', () => Response.redirect('https://login.example/?SECRET=1', 302)),
    'opens: 302, a redirect to https://login.example. …passes /Tdb/ on unchanged',
  ],
  'a dashboard is refused': [answerOf('/Tdb/', () => toPage('No', 403)), 'opens'],
  'a cache keeps tokens': [
    headersOf('/GetToken', { Age: '30', Date: 'Mon, 01 Jan 2024 00:00:00 GMT' }),
    'get-token-not-cached: Exclude /Api/GetToken from the cache',
  ],
  'its clock is ahead': [
    dated(61_000),
    'clock: The service’s clock is 61 seconds ahead. Synchronize the clocks',
  ],
  'its clock is behind': [
    dated(-61_000),
    'clock: The service’s clock is 61 seconds behind. Synchronize',
  ],
  'its clock is a minute ahead': [dated(60_000), ''],
  'its clock is a minute behind': [dated(-60_000), ''],
  'any key is accepted': [
    addressed((url) => url.replace(/doctor-[\da-f]{8}-[\da-f-]+/, API_KEY)),
    'refuses-wrong-key: Tell the operator…wrong API key',
  ],
  'any dashboard is accepted': [
    addressed((url, method) =>
      method === 'POST' && url.includes('GetToken/key') ? url.replace(/[^/]+$/, GUID) : url,
    ),
    'refuses-unknown-dashboard',
  ],
  'errors have the key': [
    repeating(() => new Response(`No ${API_KEY}!`, { status: 401 })),
    'errors-without-key: Remove the API key from the error answers',
  ],
  'errors redirect with the key': [
    repeating(() => status(302, { Location: `/a?key=${API_KEY}` })),
    'errors-without-key',
  ],
  'errors have the key as it is in an address': [
    (next) => async (request) => {
      const encoded = encodeURIComponent(SPECIAL_KEY);
      const known = request.url.replace(encoded, API_KEY).replace('a+key%2Fwith+signs', API_KEY);
      const answer = await next(new Request(known, request));
      return answer.ok ? answer : new Response(`No: /Api/${encoded}`, { status: 404 });
    },
    'errors-without-key',
    { apiKey: SPECIAL_KEY },
  ],
  'no service is at the address, which the error repeats': [
    () => async (request) => new Response(`Not found: ${request.url}`, { status: 404 }),
    'get-token-json',
  ],
  'a logout ends nothing': [careless, 'logout-ends-tokens: still opens the dashboard after Logout'],
  'all refusals are a page with the status 200': [politely('This link is not valid'), ''],
  'the end of a session is a page of its own with the status 200': [
    politely('Your session has ended', 'This link is not valid'),
    '',
  ],
  'malformed tokens have a page of their own, and others one with the status 200': [
    (next) => {
      const polite = politely('Please sign in again')(next);
      return async (request) =>
        request.url.includes('doctor-malformed') ? toPage('Malformed', 400) : polite(request);
    },
    '',
  ],
  'a logout ends nothing, and refusals have the status 200': [
    (next) => politely('This link is not valid')(careless(next)),
    'logout-ends-tokens',
  ],
  'a logout ends nothing, and its data changes': [
    (next) => lively(careless(next)),
    'logout-ends-tokens',
  ],
  'a token opens only once': [onceOnly, 'opens-twice: Leave refresh-every out'],
  'a second token ends the first': [lastOnly, 'second-token: sessionId per browser tab'],
  'its front page is in a cache': [
    (next) => async (request) =>
      new URL(request.url).pathname === '/'
        ? new Response('', { headers: { Age: '3600', Date: 'Mon, 01 Jan 2024 00:00:00 GMT' } })
        : next(request),
    '',
  ],
  'all tokens have the same page': [answerOf('/Tdb/', () => toPage('<script>a</script>')), ''],
  'it answers the bare token': [
    answerOf('/GetToken', async (response) => {
      if (!response.ok) return response;
      const { token } = (await response.json()) as { token: string };
      return new Response(`"${token}"`, { headers: { 'Content-Type': 'text/plain' } });
    }),
    '',
  ],
};

it.each(Object.entries(FAULTS))('a service is judged if %s', async (_, row) => {
  const [plant, verdict, changes] = row;
  expectVerdict(await service.check(plant, changes), verdict);
});

it.each<[title: string, plant: Plant, answers: Record<string, string>]>([
  ['opens only once', onceOnly, { U2: 'no', U3: 'no' }],
  ['ends with the next one', lastOnly, { U2: 'yes', U3: 'yes' }],
  [
    'has the page of a token that is not valid',
    answerOf('/Tdb/', () => toPage('<script src="/app.js"></script>')),
    { U2: 'not tested: valid and invalid tokens have the same page' },
  ],
  [
    'opens no dashboard',
    answerOf('/Tdb/', () => toPage('No', 403)),
    { U3: 'not tested: the dashboard does not open' },
  ],
])('an answer says that a token %s', async (_, plant, answers) => {
  const report = await service.check(plant);
  for (const [id, word] of Object.entries(answers)) expect(wordOf(report, id)).toBe(word);
});
