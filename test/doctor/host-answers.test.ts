import { checkHost } from 'embedded-dashboard/host-conformance';
import { createServer, type RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { TOKEN_CHECKS } from '../../src/doctor/host-checks.ts';
import { HostProbe } from '../../src/doctor/host-probe.ts';
import { runChecks } from '../../src/doctor/run-checks.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { FakeClock } from './fake-clock.ts';
import { type Fetch, withHeaders } from './faulty-service.ts';
import { failedOf, useHost } from './host-under-test.ts';
import { listen } from './loopback.ts';

const host = useHost();
const TOKEN = 'a-token-of-the-service';

type Headers = Record<string, string | null>;

/** Changes the answers to good calls of the token address. */
const answering =
  (text: string, headers: Headers = {}) =>
  (fetch: Fetch): Fetch =>
  async (request) => {
    const answer = await fetch(request);
    if (answer.status !== 200) return answer;
    return withHeaders(new Response(text, answer), headers);
  };

const ofFields = (fields: object): string => JSON.stringify({ token: TOKEN, ...fields });
const withHeader = (headers: Headers) => answering(ofFields({}), headers);
const cors = (origin: string): Headers => ({ 'Access-Control-Allow-Origin': origin });
const cookie = (value: string) => withHeader({ 'Set-Cookie': value });

const ANSWERS: [title: string, plant: (fetch: Fetch) => Fetch, checks: string[]][] = [
  ['a bare token', answering(TOKEN, { 'Content-Type': 'text/plain' }), []],
  ['a token as JSON text', answering(`"${TOKEN}"`), []],
  ['upper case', withHeader({ 'Content-Type': 'APPLICATION/JSON; charset=utf-8' }), []],
  ['another type', withHeader({ 'Content-Type': 'text/json' }), ['media-type']],
  ['a longer type', withHeader({ 'Content-Type': 'application/jsonp' }), ['media-type']],
  ['no type', withHeader({ 'Content-Type': '' }), ['media-type']],
  ['no token', answering('{}'), ['token-shape']],
  ['nothing', answering('null'), ['token-shape']],
  ['a number for a token', answering('{"token":5}'), ['token-shape']],
  ['a list for a token', answering(`{"token":["${TOKEN}"]}`), ['token-shape']],
  [
    'a quote before the token',
    answering(`{"token":" \\"${TOKEN}"}`),
    ['token-shape', 'token-not-quoted'],
  ],
  [
    'a quote after the token',
    answering(`{"token":"${TOKEN}\\" "}`),
    ['token-shape', 'token-not-quoted'],
  ],
  ['a life of a second', answering(ofFields({ expiresIn: 1 })), []],
  ['a life of two hours', answering(ofFields({ expiresIn: 7200 })), []],
  ['two hours as a text', answering(ofFields({ expiresIn: '7200' })), []],
  ['no life', answering(ofFields({ expiresIn: null })), []],
  ['a life that is over', answering(ofFields({ expiresIn: 0 })), ['expires-in']],
  ['a longer life', answering(ofFields({ expiresIn: 7201 })), ['expires-in']],
  ['a shorter life as a text', answering(ofFields({ expiresIn: '60' })), ['expires-in']],
  ['a life that is a list', answering(ofFields({ expiresIn: [60] })), ['expires-in']],
  ['a base address', answering(ofFields({ baseUrl: 'http://bi.example/bi' })), []],
  ['no base address', answering(ofFields({ baseUrl: null })), []],
  ['a path for a base address', answering(ofFields({ baseUrl: '/bi' })), ['base-url']],
  ['a number for a base address', answering(ofFields({ baseUrl: 5 })), ['base-url']],
  [
    'a base address with a query',
    answering(ofFields({ baseUrl: 'https://a.example/?b' })),
    ['base-url'],
  ],
  ['an API key', answering(ofFields({ apiKey: 'x' })), ['no-server-fields']],
  ['another API key', answering(ofFields({ API_KEY: 'x' })), ['no-server-fields']],
  ['a connection', answering(ofFields({ connectionString: 'x' })), ['no-server-fields']],
  ['SQL parameters', answering(ofFields({ SQLparameters: 'x' })), ['no-server-fields']],
  ['a session', answering(ofFields({ session_id: 'x' })), ['no-server-fields']],
  [
    'a display address',
    answering(ofFields({ url: `https://a.example/Tdb/1` })),
    ['no-display-address'],
  ],
  ['an Age', withHeader({ Age: '0' }), ['not-from-cache']],
  ['no nosniff', withHeader({ 'X-Content-Type-Options': null }), ['nosniff']],
  ['nosniff in capitals', withHeader({ 'X-Content-Type-Options': 'NOSNIFF' }), []],
  ['another policy for caches', withHeader({ 'Cache-Control': 'private' }), ['no-store']],
  ['capitals for caches', withHeader({ 'Cache-Control': 'private, No-Store' }), []],
  ['the token in a cookie', cookie(`a=${TOKEN}`), ['no-cookie']],
  ['another cookie', cookie('a=1'), []],
  ['all origins', withHeader(cors('*')), ['no-open-cors']],
  ['one origin', withHeader(cors('https://a.example')), []],
];

describe('a good call is answered with', () => {
  it.each(ANSWERS)('%s', async (_, plant, checks) => {
    const probe = new HostProbe(await host.serve(plant(host.createFetch())));
    const names = failedOf(await runChecks('host', TOKEN_CHECKS, probe));
    expect(names).toEqual(checks.map((name) => `host/${name}`));
  });
});

/** Answers like a host that is good for calls of its own origin. */
const createListener =
  (change: RequestListener): RequestListener =>
  (request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    change(request, response);
    if (!response.writableEnded) response.end(ofFields({}));
  };

async function checkListener(change: RequestListener, pageOrigin?: string) {
  const server = createServer(createListener(change));
  const address = { url: await listen(server), dashboardGuid: GUID, pageOrigin };
  const findings = await checkHost({ ...address, clock: new FakeClock() });
  server.close().closeAllConnections();
  const found = (name: string) => findings.find(({ check }) => check === `host/${name}`);
  return { findings, found };
}

describe('the first answer', () => {
  it.each<[status: number, headers: Record<string, string>, text: RegExp]>([
    [401, {}, /^It answers 401\. Set DASHBOARD_HOST_COOKIE or DASHBOARD_HOST_AUTHORIZATION/],
    [403, {}, /^It answers 403\. This user may not see the dashboard, or a proxy removes/],
    [404, {}, /^It answers 404\. No host is at this address/],
    [405, {}, /^It answers 405\. A proxy or a router does not pass POST on\./],
    [415, {}, /^It answers 415\. A proxy removes the Content-Type\./],
    [500, {}, /^It answers 500\. Its log says why\. Check baseUrl/],
    [502, {}, /^It answers 502\. Its log says why\./],
    [418, {}, /^It answers 418\. Answer 200 to a call/],
    [204, {}, /^It answers 204\. Answer 200 to a call/],
    [
      302,
      { Location: '/login?next=SECRET' },
      /^It answers 302, a redirect to http:\/\/127\S+\. Answer/,
    ],
    [302, { Location: 'https://' }, /^It answers 302, a redirect to nowhere\. Answer/],
    [
      399,
      { Location: 'https://a.example/b' },
      /^It answers 399, a redirect to https:\/\/a\.example\. /,
    ],
    [400, { Location: 'https://a.example/b' }, /^It answers 400\. /],
    [201, { Location: 'https://a.example/b' }, /^It answers 201\. /],
  ])('%d with %o says what to change', async (status, headers, text) => {
    const { findings } = await checkListener((_, response) => {
      response.writeHead(status, headers).end(status === 204 ? undefined : '{}');
    });
    expect(findings.map(({ check }) => check)).toEqual(['host/answers-200']);
    expect(findings[0]!.fix).toMatch(text);
    expect(findings[0]!.fix).not.toContain('SECRET');
  });

  it.each(['<!DOCTYPE html>', '  \n<html lang="en">', '<!-- a -->', '<head>', '<body>', '<title>'])(
    '200 with %s is a page',
    async (body) => {
      const { findings } = await checkListener((_, response) =>
        response.end(`${body}<p>Sign in</p>`),
      );
      expect(findings[0]!.fix).toMatch(/^It answers 200 with an HTML page in place of a token/);
    },
  );

  it.each(['<p>x</p>', 'x <html>', '<htmlx>'])('200 with %s is not a page', async (body) => {
    const { found } = await checkListener((_, response) => response.end(body));
    expect(found('answers-200')!.ok).toBe(true);
    expect(found('token-shape')!.ok).toBe(false);
  });
});

const PAGE = 'https://page.example';
const ALLOW = { origin: 'Access-Control-Allow-Origin', headers: 'Access-Control-Allow-Headers' };

describe('a page of another origin', () => {
  it.each<
    [
      title: string,
      headers: Headers,
      preflight: [status: number, headers: Headers],
      checks: string[],
    ]
  >([
    ['is listed', cors(PAGE), [204, { [ALLOW.headers]: 'Content-Type, X-Embedded-Dashboard' }], []],
    ['may send all headers', cors(PAGE), [299, { [ALLOW.headers]: '*' }], []],
    ['is not listed', {}, [204, {}], ['cors-of-page', 'preflight-of-page']],
    [
      'may not send the header',
      cors(PAGE),
      [200, { [ALLOW.headers]: 'Content-Type' }],
      ['preflight-of-page'],
    ],
    ['may send no header', cors(PAGE), [200, {}], ['preflight-of-page']],
    [
      'has a redirect for a preflight',
      cors(PAGE),
      [300, { [ALLOW.headers]: '*' }],
      ['preflight-of-page'],
    ],
    [
      'has an error for a preflight',
      cors(PAGE),
      [500, { [ALLOW.headers]: '*' }],
      ['preflight-of-page'],
    ],
    [
      'has a preflight of another',
      cors(PAGE),
      [200, { ...cors('https://b.example'), [ALLOW.headers]: '*' }],
      ['preflight-of-page'],
    ],
  ])('%s', async (_, headers, [status, ofPreflight], checks) => {
    const { findings } = await checkListener(({ method }, response) => {
      const all = method === 'OPTIONS' ? { ...headers, ...ofPreflight } : headers;
      for (const [name, value] of Object.entries(all)) response.setHeader(name, value!);
      if (method === 'OPTIONS') response.writeHead(status).end();
    }, PAGE);
    const names = failedOf(findings).filter((name) => name.endsWith('-of-page'));
    expect(names).toEqual(checks.map((name) => `host/${name}`));
  });

  it('sends its origin as one of another site', async () => {
    const sites: unknown[] = [];
    await checkListener(
      ({ headers }) => sites.push([headers.origin, headers['sec-fetch-site']]),
      PAGE,
    );
    expect(sites[0]).toEqual([PAGE, 'cross-site']);
  });
});

describe('strangers', () => {
  it.each(['*', 'https://stranger.example'])('may not read answers for %s', async (allowed) => {
    const { findings } = await checkListener(({ headers }, response) => {
      if (headers.origin === 'https://stranger.example') response.setHeader(ALLOW.origin, allowed);
    });
    expect(failedOf(findings)).toEqual(
      expect.arrayContaining(['host/preflight-of-strangers', 'host/refusals-not-readable']),
    );
  });
});

describe('a refusal', () => {
  it.each<[status: number, body: string, isRefusal: boolean]>([
    [300, '', true],
    [302, '', true],
    [400, '', true],
    [499, '', true],
    [501, '', true],
    [500, '', false],
    [502, '', false],
    [299, '', false],
    [400, '{"token" :"x"}', false],
    [400, '{"TOKEN":"x"}', false],
  ])('%d with “%s” is judged', async (status, body, isRefusal) => {
    const { found } = await checkListener(({ headers }, response) => {
      if (headers['x-embedded-dashboard'] !== '1') response.writeHead(status).end(body);
    });
    expect(found('own-header-zero')!.ok).toBe(isRefusal);
    if (!isRefusal)
      expect(found('own-header-zero')!.fix).toMatch(`It answers ${status}. Answer 403`);
  });

  it.each<[status: number, body: string, isGood: boolean]>([
    [200, '<p>The page of a router</p>', true],
    [200, '{"token":"x"}', false],
    [299, '', true],
    [405, '', true],
    [500, '', false],
  ])('of GET by %d with “%s” is judged', async (status, body, isGood) => {
    const { found } = await checkListener(({ method }, response) => {
      if (method === 'GET') response.writeHead(status).end(body);
    });
    expect(found('method-get')!.ok).toBe(isGood);
  });

  it('of parameters may be a token, if the host does not use them, but no error', async () => {
    const { found } = await checkListener(() => {});
    expect(found('parameters-list')!.ok).toBe(true);
    const failing = await host.check((request) =>
      request
        .clone()
        .text()
        .then((text) =>
          text.includes('"parameters":["North"]')
            ? new Response('', { status: 500, headers: { 'Cache-Control': 'no-store' } })
            : host.createFetch()(request),
        ),
    );
    expect(failedOf(failing)).toEqual(['host/parameters-list']);
  });

  it('may be a closed connection, but not an answer that is not HTTP', async () => {
    const closing = await checkListener(({ headers, socket }, response) => {
      if (headers['x-embedded-dashboard'] === '0') response.writeHead(400).end();
      if (!headers['x-embedded-dashboard']) socket.destroy();
    });
    expect(closing.found('own-header-missing')!.ok).toBe(true);
    const garbling = await checkListener(({ headers, socket }) => {
      if (headers['x-embedded-dashboard'] === undefined) socket.end('no HTTP\r\n\r\n');
    });
    expect(garbling.found('own-header-missing')).toMatchObject({
      ok: false,
      fix: expect.stringMatching(/not valid HTTP.*X-Embedded-Dashboard/),
    });
  });
});

describe('error pages', () => {
  it.each<[body: string, isTrace: boolean]>([
    ['Error\n    at parse (/srv/app.js:12:3)', true],
    ['Traceback (most recent call last):', true],
    ['at Main.run(Main.java:12)', true],
    ['Program.cs:5', true],
    ['index.php:99', true],
    ['/srv/node_modules/x', true],
    ['Look at line 12 of index.php', false],
    ['Error\nat 12:30', false],
  ])('with “%s” are judged', async (body, isTrace) => {
    const findings = await host.check(async (request) => {
      const answer = await host.createFetch()(request);
      return answer.status < 400 ? answer : new Response(body, answer);
    });
    expect(failedOf(findings)).toEqual(isTrace ? ['host/errors-without-internals'] : []);
  });

  it.each<[type: string, isWrong: boolean]>([
    ['text/html', true],
    ['text/plain', false],
  ])('of %s that repeat the call are judged', async (type, isWrong) => {
    const findings = await host.check(async (request) => {
      const text = await request.clone().text();
      const answer = await host.createFetch()(request);
      if (answer.status < 400) return answer;
      return withHeaders(new Response(`No: ${text}`, answer), { 'Content-Type': type });
    });
    expect(failedOf(findings)).toEqual(isWrong ? ['host/errors-without-echo'] : []);
  });
});

it.each<[origin: string, baseUrl: unknown, isSecure: boolean]>([
  ['https://app.example', 'http://bi.example', false],
  ['https://app.example', 'HTTPS://bi.example', true],
  ['https://app.example', undefined, true],
  ['http://app.example', 'http://bi.example', true],
])('a host at %s may answer the base address %s: %s', async (origin, baseUrl, isSecure) => {
  const { holds } = TOKEN_CHECKS.find(({ name }) => name === 'base-url-secure')!;
  const answer = { body: ofFields({ baseUrl }) };
  expect(await holds({ origin, token: async () => answer } as unknown as HostProbe)).toBe(isSecure);
});
