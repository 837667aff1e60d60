import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkService, type ServiceReport } from '../../src/doctor/check-service.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { answerOf, FaultyService, headersOf, type Plant } from './faulty-service.ts';
import { API_KEY } from './plain-service.ts';

let service: FaultyService;

beforeAll(async () => {
  service = await FaultyService.start();
});

afterAll(() => service.close());

async function check(plant: Plant, changes: object = {}): Promise<ServiceReport> {
  using _ = service.with(plant);
  const { url, clock } = service;
  return await checkService({ url, clock, dashboardGuid: GUID, apiKey: API_KEY, ...changes });
}

const failedOf = ({ findings }: ServiceReport): string[] =>
  findings.filter(({ ok }) => !ok).map((finding) => finding.check.replace('service/', ''));
const wordOf = ({ answers }: ServiceReport, id: string): string =>
  answers!.find((answer) => answer.id === id)!.answer;

const page = (body: string, status = 200): Response =>
  new Response(body, { status, headers: { 'Content-Type': 'text/html' } });
const display = (headers: Record<string, string | null>): Plant => headersOf('/Tdb/', headers);
const policy = (text: string | null): Plant => display({ 'Content-Security-Policy': text });

const APP = { embedder: 'https://app.example' };

describe('the headers of a dashboard are judged', () => {
  it.each<[title: string, plant: Plant, changes: object, checks: string[]]>([
    ['no policy', policy(null), APP, []],
    ['all pages', policy('frame-ancestors *'), APP, []],
    ['this page', policy('frame-ancestors https://app.example'), APP, []],
    ['no page', policy("frame-ancestors 'none'"), {}, ['frame-ancestors']],
    ['some page', policy('frame-ancestors https://app.example'), {}, []],
    [
      'DENY',
      display({ 'Content-Security-Policy': null, 'X-Frame-Options': 'Deny' }),
      APP,
      ['frame-options'],
    ],
    [
      'ALLOWALL',
      display({ 'Content-Security-Policy': null, 'X-Frame-Options': 'ALLOWALL' }),
      APP,
      [],
    ],
    [
      'DENY with another policy',
      display({ 'Content-Security-Policy': "default-src 'self'", 'X-Frame-Options': 'DENY' }),
      APP,
      ['frame-options'],
    ],
    ['text/plain', display({ 'Content-Type': 'text/plain' }), {}, ['html']],
    ['a type that ends with it', display({ 'Content-Type': 'x-text/html' }), {}, ['html']],
    ['TEXT/HTML', display({ 'Content-Type': 'TEXT/HTML' }), {}, []],
    ['a download', display({ 'Content-Disposition': 'Attachment; filename=a' }), {}, ['html']],
    ['no download', display({ 'Content-Disposition': 'inline; filename=attachment' }), {}, []],
    ['a cookie', display({ 'Set-Cookie': 'a=1' }), APP, ['cookies']],
    ['a cookie of all sites', display({ 'Set-Cookie': 'a=1; samesite=NONE; secure' }), APP, []],
    [
      'a cookie that is not secure',
      display({ 'Set-Cookie': 'a=1; SameSite=None' }),
      APP,
      ['cookies'],
    ],
    ['a cookie of its site', display({ 'Set-Cookie': 'a=1; Secure' }), APP, ['cookies']],
    ['a cookie that ends', display({ 'Set-Cookie': 'a=; MAX-AGE=0' }), APP, []],
    ['a cookie without a known page', display({ 'Set-Cookie': 'a=1' }), {}, ['cookies']],
    ['private', display({ 'Cache-Control': 'private, max-age=60' }), {}, []],
    ['max-age', display({ 'Cache-Control': 'MAX-AGE=60' }), {}, ['display-not-cached']],
    ['no age', display({ 'Cache-Control': 'max-age=0' }), {}, []],
    ['public', display({ 'Cache-Control': 'Public' }), {}, ['display-not-cached']],
    ['s-maxage', display({ 'Cache-Control': 'private, S-MaxAge=9' }), {}, ['display-not-cached']],
    ['no s-maxage', display({ 'Cache-Control': 's-maxage=0' }), {}, []],
    ['nothing for caches', display({ 'Cache-Control': null }), {}, []],
    ['an Age', display({ 'Cache-Control': null, Age: '1' }), {}, ['display-not-cached']],
    ['an Age and no-store', display({ 'Cache-Control': 'No-Store', Age: '1' }), {}, []],
  ])('%s', async (_, plant, changes, checks) => {
    expect(failedOf(await check(plant, changes))).toEqual(checks);
  });

  it.each<[embedder: string, isSameSite: boolean]>([
    ['http://127.0.0.1:1', true],
    ['http://9.9.0.1:1', true],
    ['http://localhost', false],
    ['http://127.0.0.2', false],
  ])('a cookie in a page of %s', async (embedder, isSameSite) => {
    const report = await check(display({ 'Set-Cookie': 'a=1; SameSite=Lax' }), { embedder });
    expect(failedOf(report)).toEqual(isSameSite ? [] : ['cookies']);
  });

  it('its own page may show SAMEORIGIN, but not DENY', async () => {
    const failing = async (option: string): Promise<string[]> => {
      const headers = { 'Content-Security-Policy': null, 'X-Frame-Options': option };
      return failedOf(await check(display(headers), { embedder: service.url }));
    };
    expect(await failing('SAMEORIGIN')).toEqual([]);
    expect(await failing('DENY')).toEqual(['frame-options']);
  });
});

describe('the clock of a service', () => {
  it.each<[ahead: number, fix: RegExp | null]>([
    [60_000, null],
    [-60_000, null],
    [61_000, /^The service’s clock is 61 seconds ahead\. Synchronize/],
    [-61_000, /^The service’s clock is 61 seconds behind\. Synchronize/],
  ])('may be %d ms ahead', async (ahead, fix) => {
    const date = new Date(service.clock.now() + ahead).toUTCString();
    const { findings } = await check(headersOf('/', { Date: date }));
    const found = findings.find(({ check: name }) => name === 'service/clock')!;
    expect(found.ok).toBe(fix === null);
    if (fix) expect(found.fix).toMatch(fix);
  });

  it('is not compared with an old answer of a cache', async () => {
    const old = { Date: 'Mon, 01 Jan 2024 00:00:00 GMT', Age: '5' };
    expect(failedOf(await check(headersOf('/GetToken', old)))).toEqual(['get-token-not-cached']);
  });
});

const status = (code: number, headers: Record<string, string> = {}): Response =>
  new Response(null, { status: code, headers });

describe('a refused GetToken', () => {
  it.each<[code: number, fix: RegExp]>([
    [401, /^It answers 401\. It does not accept the key\. Check DASHBOARD_API_KEY/],
    [403, /^It answers 403\. It does not accept the key, or the call\. Check DASHBOARD_API_KEY/],
    [
      404,
      /^It answers 404\. It does not know the dashboard, or the path .*\. Check DASHBOARD_API_KEY/,
    ],
    [400, /^It answers 400\. Check DASHBOARD_API_KEY/],
    [499, /^It answers 499\. Check DASHBOARD_API_KEY/],
    [429, /^It answers 429\. It limits calls\. Check --service, or try again later\.$/],
    [503, /^It answers 503\. It is busy, or stopped\. Check --service, or try again later\.$/],
    [500, /^It answers 500\. Check --service, or try again later\.$/],
    [
      302,
      /^It answers 302, a redirect to https:\/\/a\.example\. Check --service, or try again later\.$/,
    ],
    [200, /^It answers 200 without a token\. Check DASHBOARD_API_KEY/],
  ])('by %d is reported once, and nothing else', async (code, fix) => {
    const report = await check(
      answerOf('/GetToken', () =>
        status(code, code === 302 ? { Location: 'https://a.example/b' } : {}),
      ),
    );
    expect(failedOf(report)).toEqual(['get-token-json']);
    expect(report.findings.find(({ ok }) => !ok)!.fix).toMatch(fix);
    expect(report.answers).toBeUndefined();
    expect(report.notes).toEqual([]);
  });

  it('in one form only is reported for that form', async () => {
    const ofQuery: Plant = (next) => async (request) =>
      request.url.includes('?') ? status(403) : next(request);
    const ofPath: Plant = (next) => async (request) =>
      request.url.includes('/GetToken/') ? status(403) : next(request);
    expect(failedOf(await check(ofQuery))).toEqual(['get-token-query']);
    expect(failedOf(await check(ofPath))).toEqual(['get-token-json']);
    expect((await check(ofPath)).answers).toHaveLength(10);
  });
});

describe('a service that gives tokens where it must refuse', () => {
  it.each<[name: string, pattern: RegExp, replace: (request: Request) => string]>([
    [
      'refuses-wrong-key',
      /doctor-[\da-f]{8}-/,
      ({ url }) => url.replace(/doctor-[\da-f]{8}-[\da-f-]+/, API_KEY),
    ],
    ['refuses-unknown-dashboard', /GetToken\/key/, ({ url }) => url.replace(/[^/]+$/, GUID)],
  ])('fails %s', async (name, pattern, replace) => {
    const report = await check((next) => (request) => {
      const isPlanted = request.method === 'POST' && pattern.test(request.url);
      return next(isPlanted ? new Request(replace(request), request) : request);
    });
    expect(failedOf(report)).toEqual([name]);
  });
});

describe('errors with the API key', () => {
  const repeating = (toAnswer: (key: string) => Response): Plant =>
    answerOf('/GetToken', (response) => (response.ok ? response : toAnswer(API_KEY)));

  it.each<[title: string, plant: Plant]>([
    ['in the body', repeating((key) => new Response(`No ${key}!`, { status: 401 }))],
    ['in a redirect', repeating((key) => status(302, { Location: `/a?key=${key}` }))],
  ])('%s are reported', async (_, plant) => {
    expect(failedOf(await check(plant))).toEqual(['errors-without-key']);
  });

  it('are found in the form of an address', async () => {
    const apiKey = 'a key/with signs';
    const asKey: Plant = (next) => async (request) => {
      const { url } = request;
      const encoded = encodeURIComponent(apiKey);
      const known = url.replace(encoded, API_KEY).replace('a+key%2Fwith+signs', API_KEY);
      const answer = await next(new Request(known, request));
      return answer.ok ? answer : new Response(`No: /Api/${encoded}`, { status: 404 });
    };
    expect(failedOf(await check(asKey, { apiKey }))).toEqual(['errors-without-key']);
  });

  it('are not a finding at an address without a service', async () => {
    const echo: Plant =
      () =>
      async ({ url }) =>
        new Response(`Not found: ${url}`, { status: 404 });
    expect(failedOf(await check(echo))).toEqual(['get-token-json']);
  });
});

const refusing = (body: string, code = 401): Plant =>
  answerOf('/Tdb/', (response) => (response.ok ? response : page(body, code)));

describe('a page that navigates the window', () => {
  it.each<[body: string, navigates: boolean]>([
    ['<script>top . location = "/"</script>', true],
    ['<script>window.parent.\n location.href = "/"</script>', true],
    ['<script>parent .location = "/"</script>', true],
    ['<a href="/" target = "_top">', true],
    ["<a href='/' target='_parent'>", true],
    ['<a href="/" TARGET=_Top>', true],
    ['<a href="/" target="_blank">', false],
    ['<script>stop.location = transparent.location</script>', false],
  ])('%s: %s', async (body, navigates) => {
    const report = await check(refusing(body));
    expect(report.notes).toEqual(
      navigates ? [expect.stringContaining('tries to replace your page')] : [],
    );
    const word = navigates ? '401 text/html, navigates the page around it' : '401 text/html';
    expect(wordOf(report, 'U1')).toBe(
      `malformed: ${word}; after Logout: ${word}; expired: not tested`,
    );
  });
});

describe('a logout', () => {
  const ofLogouts = (toAnswer: (id: string, count: number) => Response | null): Plant => {
    const counts: Record<string, number> = {};
    return (next) => async (request) => {
      const [, id] = /\/logout\/[^/]+\/(.*)$/.exec(request.url) ?? [];
      if (id === undefined) return next(request);
      const good = await next(request);
      counts[id] = (counts[id] ?? 0) + 1;
      return toAnswer(id, counts[id]) ?? good;
    };
  };

  it.each<[title: string, plant: Plant, note: RegExp, word: string]>([
    [
      'fails',
      ofLogouts((id, count) => (!id.endsWith('x') && count === 1 ? status(500) : null)),
      /^It answers 500\./,
      'first: 500 without a media type, empty; again: 204',
    ],
    [
      'fails the second time',
      ofLogouts((_, count) => (count === 2 ? status(400) : null)),
      /^It answers 400\./,
      'again: 400',
    ],
    [
      'of an unknown session fails',
      ofLogouts((id) => (id.endsWith('x') ? status(401) : null)),
      /^It answers 401\. It does not accept the key\. The service did not confirm/,
      'unknown session: 401',
    ],
    [
      'redirects',
      ofLogouts((_, count) => (count === 2 ? status(300) : null)),
      /^It answers 300\. The service did not confirm a logout\. The host repeats a logout\.$/,
      'again: 300 without a media type, redirect, empty',
    ],
  ])('that %s has a note', async (_, plant, note, word) => {
    const report = await check(plant);
    expect(failedOf(report)).toEqual([]);
    expect(report.notes).toEqual([expect.stringMatching(note)]);
    expect(wordOf(report, 'U8')).toContain(word);
  });

  it('of an unknown session may be a 404', async () => {
    const report = await check(ofLogouts((id) => (id.endsWith('x') ? status(404) : null)));
    expect(report.notes).toEqual([]);
  });
});

describe('the announced life', () => {
  it.each<[expiresIn: unknown, isNoted: boolean]>([
    [1, false],
    [7200, false],
    [7201, true],
    [0, true],
    ['60', true],
    [undefined, false],
  ])('%s', async (expiresIn, isNoted) => {
    const { notes } = await check(
      answerOf('/GetToken', async (response) =>
        response.ok
          ? Response.json({ ...((await response.json()) as object), expiresIn })
          : response,
      ),
    );
    expect(notes).toHaveLength(isNoted ? 1 : 0);
  });
});

describe('the answers for an issue', () => {
  it('name the headers of dashboards by known words only', async () => {
    const word = async (headers: Record<string, string | null>): Promise<string> =>
      wordOf(await check(display(headers)), 'U6');
    const none = { 'Cache-Control': null, 'Content-Security-Policy': null };
    expect(await word(none)).toBe('none of them');
    expect(await word({ ...none, 'X-Frame-Options': 'SAMEORIGIN' })).toBe(
      'x-frame-options: SAMEORIGIN',
    );
    expect(await word({ ...none, 'Cache-Control': 'private, max-age=60 , must-revalidate' })).toBe(
      'cache-control: private, max-age=60 , must-revalidate',
    );
    expect(await word({ ...none, 'Cache-Control': 'private, max-age=1234567890' })).toBe(
      'cache-control: another value',
    );
    expect(await word({ ...none, 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' })).toBe(
      'cross-origin-opener-policy: same-origin-allow-popups',
    );
    expect(await word({ ...none, 'Cross-Origin-Embedder-Policy': 'require-corp' })).toBe(
      'cross-origin-embedder-policy: require-corp',
    );
    expect(await word({ ...none, 'Cross-Origin-Resource-Policy': 'SECRET same-site' })).toBe(
      'cross-origin-resource-policy: another value',
    );
    expect(
      await word({ ...none, 'Set-Cookie': 'secure=SECRET; HttpOnly; path=/; samesite=lax' }),
    ).toBe('a cookie with HttpOnly; samesite=lax');
    expect(await word({ ...none, 'Set-Cookie': 'a=b; Path=/' })).toBe('a cookie with no attribute');
    const sources =
      "frame-ancestors 'self' * https: https://a.example/SECRET a.example; sandbox allow-scripts; img-src SECRET";
    expect(await word({ ...none, 'Content-Security-Policy': sources })).toBe(
      "frame-ancestors 'self' * https: https://a.example a host; sandbox allow-scripts",
    );
  });

  it('say what GetToken answers, and what was not tested', async () => {
    const report = await check((next) => next);
    expect(report.answers!.map(({ id, answer }) => `${id} ${answer}`)).toEqual([
      'U1 malformed: 401 text/html; after Logout: 401 text/html; expired: not tested',
      'U2 no',
      'U3 yes',
      'U4 not tested: run the doctor with --wait (a little over two hours)',
      'U5 not tested: run the doctor with --wait (a little over two hours)',
      'U6 cache-control: no-store; frame-ancestors *',
      'U7 wrong key: 401 application/json; unknown dashboard: 404 application/json',
      'U8 first: 204 without a media type, empty; again: 204 without a media type, empty; unknown session: 204 without a media type, empty',
      'U9 not tested: the answer shows only in the data of a dashboard with such a parameter',
      'U10 not tested: it would take as many calls as the limit allows',
    ]);
    for (const { question } of report.answers!) expect(question).toMatch(/^[A-Z].{20,}\?$/);
  });

  it('say why a step could not be judged', async () => {
    const same = await check(answerOf('/Tdb/', () => page('<script src="/app.js"></script>')));
    expect(wordOf(same, 'U2')).toBe('not tested: valid and invalid tokens have the same page');
    const closed = await check(answerOf('/Tdb/', () => page('No', 403)));
    expect(wordOf(closed, 'U3')).toBe('not tested: the dashboard does not open');
    expect(failedOf(closed)).toEqual(['opens']);
  });
});
