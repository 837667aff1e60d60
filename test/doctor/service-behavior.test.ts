import { describe, expect, it } from 'vitest';
import { toRows } from '../support/to-rows.ts';
import { answerOf, displayOf, type Plant, toPage, useService, wordOf } from './faulty-service.ts';
import { expectVerdict } from './verdict.ts';

const service = useService();

const refusing = (body: string): Plant =>
  answerOf('/Tdb/', (response) => (response.ok ? response : toPage(body, 401)));

const NAVIGATION = `
  <script>window.parent.\\n location.href = "/"</script> → yes
  <script>top . location = "/"</script> · <script>parent .location = "/"</script> ·
  <a href="/" target = "_top"> · <a href='/' target='_parent'> · <a href="/" TARGET=_Top> → yes
  <script>stop.location = transparent.location</script> →
  <a href="/" target="_blank"> →
`;

it.each(toRows(NAVIGATION))('a page navigates the window by %s: %s', async (body, navigates) => {
  const report = await service.check(refusing(body));
  expectVerdict(report, '');
  const note =
    /tries to replace your page\. The sandbox .* prevents that: keep allow-top-navigation out of it/;
  expect(report.notes).toEqual(navigates ? [expect.stringMatching(note)] : []);
  const word = navigates ? '401 text/html, navigates the page around it' : '401 text/html';
  expect(wordOf(report, 'U1')).toBe(
    `malformed: ${word}; after Logout: ${word}; expired: not tested`,
  );
});

it('one of the two pages navigates the window', async () => {
  const report = await service.check(
    answerOf('/Tdb/', (response, { url }) => {
      const isOther = response.ok || !url.includes('malformed');
      return isOther ? response : toPage('<script>top.location = "/"</script>', 401);
    }),
  );
  expect(report.notes).toEqual([expect.stringContaining('tries to replace your page')]);
});

it('a service without an expiry page has a note', async () => {
  const report = await service.check(
    answerOf('/Tdb/', (response) => (response.ok ? response : toPage('<!doctype html>'))),
  );
  expectVerdict(report, '');
  expect(report.notes).toEqual([
    expect.stringMatching(/^It answers 200\. The service has no expiry page\./),
  ]);
  expect(wordOf(report, 'U1')).toContain('malformed: 200 text/html');
  expect(wordOf(report, 'U3')).toBe('yes');
});

describe('a logout', () => {
  const ofLogouts = (toStatus: (isKnown: boolean, count: number) => number | null): Plant => {
    const counts: Record<string, number> = {};
    return (next) => async (request) => {
      const [, id] = /\/logout\/[^/]+\/(.*)$/.exec(request.url) ?? [];
      if (id === undefined) return next(request);
      const good = await next(request);
      counts[id] = (counts[id] ?? 0) + 1;
      const status = toStatus(!id.endsWith('x'), counts[id]);
      return status === null ? good : new Response(null, { status });
    };
  };

  it.each<[title: string, plant: Plant, note: RegExp, word: string]>([
    [
      'fails',
      ofLogouts((isKnown, count) => (isKnown && count === 1 ? 500 : null)),
      /^It answers 500\./,
      'first: 500 without a media type, empty; again: 204',
    ],
    [
      'fails the second time',
      ofLogouts((_, count) => (count === 2 ? 400 : null)),
      /^It answers 400\./,
      'again: 400',
    ],
    [
      'of an unknown session fails',
      ofLogouts((isKnown) => (isKnown ? null : 401)),
      /^It answers 401\. It does not accept the key\. The service did not confirm/,
      'unknown session: 401',
    ],
    [
      'redirects',
      ofLogouts((_, count) => (count === 2 ? 300 : null)),
      /^It answers 300\. The service did not confirm a logout\. The host repeats a logout\.$/,
      'again: 300 without a media type, redirect, empty',
    ],
  ])('that %s has a note', async (_, plant, note, word) => {
    const report = await service.check(plant);
    expectVerdict(report, '');
    expect(report.notes).toEqual([expect.stringMatching(note)]);
    expect(wordOf(report, 'U8')).toContain(word);
  });

  it('of an unknown session may be a 404', async () => {
    const report = await service.check(ofLogouts((isKnown) => (isKnown ? null : 404)));
    expect(report.notes).toEqual([]);
  });
});

it.each<[expiresIn: unknown, notes: number]>([
  [1, 0],
  [7200, 0],
  [7201, 1],
  [0, 1],
  ['60', 1],
  [undefined, 0],
])('the announced life %s has a note, or none', async (expiresIn, count) => {
  const { notes } = await service.check(
    answerOf('/GetToken', async (response) =>
      response.ok ? Response.json({ ...((await response.json()) as object), expiresIn }) : response,
    ),
  );
  const note = expect.stringContaining('announces a life that is not 1 to 7200 seconds');
  expect(notes).toEqual(Array.from({ length: count }, () => note));
});

/** The headers of dashboards, each with the words for it. */
const HEADERS = `
  Server: a → none of them
  X-Frame-Options: SAMEORIGIN → x-frame-options: SAMEORIGIN
  Cache-Control: private, max-age=60 , must-revalidate → cache-control: private, max-age=60 , must-revalidate
  Cache-Control: private, max-age=1234567890 → cache-control: another value
  Cross-Origin-Opener-Policy: same-origin-allow-popups → cross-origin-opener-policy: same-origin-allow-popups
  Cross-Origin-Embedder-Policy: require-corp → cross-origin-embedder-policy: require-corp
  Cross-Origin-Resource-Policy: SECRET same-site → cross-origin-resource-policy: another value
  Set-Cookie: secure=SECRET; HttpOnly; path=/SECRET; samesite=lax → a cookie with HttpOnly; samesite=lax
  Set-Cookie: a=b; Path=/ → a cookie with no attribute
  Content-Security-Policy: frame-ancestors 'self' * https: https://a.example/SECRET a.example; sandbox allow-scripts; img-src SECRET → frame-ancestors 'self' * https: https://a.example a host; sandbox allow-scripts
`;

describe('the answers for an issue', () => {
  it.each(toRows(HEADERS))('name the header %s', async (header, words) => {
    const others = 'Cache-Control: - | Content-Security-Policy: -';
    const report = await service.check(displayOf(`${others} | ${header}`));
    expect(wordOf(report, 'U6')).toBe(words);
    expect(JSON.stringify(report)).not.toContain('SECRET');
  });

  it('name no media type but those that are known', async () => {
    const report = await service.check(
      answerOf('/', (response) =>
        response.ok
          ? response
          : new Response('', { status: 401, headers: { 'Content-Type': 'text/SECRET-1' } }),
      ),
    );
    expect(JSON.stringify(report)).not.toContain('SECRET');
  });

  it('say what GetToken answers, and what was not tested', async () => {
    const report = await service.check();
    expectVerdict(report, '');
    expect(report.findings.length).toBeGreaterThan(15);
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
});
