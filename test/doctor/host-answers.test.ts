import { checkHost } from 'embedded-dashboard/host-conformance';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { toTokenChecks } from '../../command/src/doctor/check-host.ts';
import { FIRST_CHECK, TOKEN_CHECKS } from '../../command/src/doctor/host-checks.ts';
import { type HostAddress, HostProbe } from '../../command/src/doctor/host-probe.ts';
import { runChecks } from '../../command/src/doctor/run-checks.ts';
import { GUID } from '../support/dashboard-calls.ts';
import { toHeaders, toRows } from '../support/to-rows.ts';
import { FakeClock } from './fake-clock.ts';
import { withHeaders } from './faulty-service.ts';
import { useHost } from './host-under-test.ts';
import { useServers } from './run-doctor.ts';
import { expectVerdict } from './verdict.ts';

const host = useHost();
const serve = useServers();
const TOKEN = 'a-token-of-the-service';

const ofFields = (fields: object): string => JSON.stringify({ token: TOKEN, ...fields });

/** The bodies of good calls, each with its verdict. */
const BODIES = `
  ${ofFields({ baseUrl: 'http://bi.example/bi' })} →
  "${TOKEN}" · ${ofFields({ expiresIn: 1 })} · ${ofFields({ expiresIn: 7200 })} ·
  ${ofFields({ expiresIn: '7200' })} · ${ofFields({ expiresIn: null, baseUrl: null })} →
  {} · null · {"token":5} · {"token":["${TOKEN}"]} → token-shape
  {"token":" \\"${TOKEN}"} · {"token":"${TOKEN}\\" "} → token-shape, token-not-quoted
  ${ofFields({ expiresIn: 0 })} · ${ofFields({ expiresIn: 7201 })} ·
  ${ofFields({ expiresIn: '60' })} · ${ofFields({ expiresIn: [60] })} → expires-in
  ${ofFields({ baseUrl: 'https://a.example/?b' })} → base-url
  ${ofFields({ baseUrl: '/bi' })} · ${ofFields({ baseUrl: 5 })} → base-url
  ${ofFields({ apiKey: 'SECRET' })} · ${ofFields({ API_KEY: 'SECRET' })} ·
  ${ofFields({ connectionString: 'SECRET' })} · ${ofFields({ SQLparameters: 'SECRET' })} ·
  ${ofFields({ session_id: 'SECRET' })} → no-server-fields
  ${ofFields({ url: 'https://a.example/Tdb/SECRET' })} → no-display-address
`;

/** The headers of good calls, each with its verdict. `-` is a header that is not sent. */
const HEADERS = `
  Content-Type: APPLICATION/JSON; charset=utf-8 | X-Content-Type-Options: NOSNIFF | Cache-Control: private, No-Store →
  Set-Cookie: a=1 | Access-Control-Allow-Origin: https://a.example →
  Content-Type: text/json · Content-Type: application/jsonp · Content-Type: → media-type
  Age: 0 → not-from-cache
  X-Content-Type-Options: - → nosniff
  Cache-Control: private → no-store
  Set-Cookie: a=${TOKEN} → no-cookie
  Access-Control-Allow-Origin: * → no-open-cors
`;

describe('a good call is answered', () => {
  const check = async (text: string, headers: Record<string, string | null> = {}) => {
    const fetch = host.createFetch();
    const address = await host.serve(async (request) => {
      const answer = await fetch(request);
      return answer.status === 200 ? withHeaders(new Response(text, answer), headers) : answer;
    });
    return { findings: await runChecks('host', TOKEN_CHECKS, new HostProbe(address)) };
  };

  it.each(toRows(BODIES))('with %s', async (body, verdict) => {
    expectVerdict(await check(body), verdict);
  });

  it.each(toRows(HEADERS))('with the header %s', async (header, verdict) => {
    expectVerdict(await check(ofFields({}), toHeaders(header)), verdict);
  });

  it('with a bare token', async () => {
    expectVerdict(await check(TOKEN, { 'Content-Type': 'text/plain' }), '');
  });

  it.each<[origin: string, baseUrl: unknown, isSecure: boolean]>([
    ['https://app.example', 'http://bi.example', false],
    ['https://app.example', 'HTTPS://bi.example', true],
    ['https://app.example', undefined, true],
    ['http://app.example', 'http://bi.example', true],
  ])('at %s with the base address %s: %s', async (origin, baseUrl, isSecure) => {
    const { holds } = TOKEN_CHECKS.find(({ name }) => name === 'base-url-secure')!;
    const probe = { origin, token: async () => ({ body: ofFields({ baseUrl }) }) };
    expect(await holds(probe as unknown as HostProbe)).toBe(isSecure);
  });
});

type Answers = (request: IncomingMessage, response: ServerResponse) => unknown;

/** Makes some checks of a host that is good for calls of its own origin, after a change. */
async function checkListener(change: Answers, names: RegExp, pageOrigin?: string) {
  const url = await serve((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Content-Type-Options', 'nosniff');
    change(request, response);
    if (!response.writableEnded) response.end(ofFields({}));
  });
  return checkSome({ url, dashboardGuid: GUID, pageOrigin, clock: new FakeClock() }, names);
}

async function checkSome(address: HostAddress, names: RegExp) {
  const probe = new HostProbe(address);
  const checks = [FIRST_CHECK, ...toTokenChecks(probe)].filter(({ name }) => names.test(name));
  const findings = await runChecks('host', checks, probe);
  return {
    findings,
    found: (name: string) => findings.find(({ check }) => check === `host/${name}`),
  };
}

/** The statuses, redirects and codes of the first answer, each with the beginning of its line. */
const STATUSES = `
  401 → It answers 401. Set DASHBOARD_HOST_COOKIE or DASHBOARD_HOST_AUTHORIZATION
  403 → It answers 403. This user may not see the dashboard, or a proxy removes
  404 → It answers 404. No host is at this address
  405 → It answers 405. A proxy or a router does not pass POST on.
  415 → It answers 415. A proxy removes the Content-Type.
  500 → It answers 500. Its log says why. Check baseUrl
  502 → It answers 502. Its log says why. Check baseUrl, the API key and sqlParameters of the host. If a proxy answers, start
  500 config → It answers 500. Its log names the setting
  403 forbidden → It answers 403. Add the dashboard to dashboards in the answer of resolve. Answer
  403 cross-site → It answers 403. The call seems to come from another site: origins of the host lacks the origin of the page, or a proxy
  404 not-found → It answers 404. The service does not know the dashboard, or the host has another basePath. Check the GUID
  502 upstream-unreachable → It answers 502. The host cannot reach the service. Check baseUrl
  504 upstream-timeout → It answers 504. The service does not answer the host in time. Answer
  502 upstream-redirect → It answers 502. The service redirects the host. Check the scheme
  502 upstream-status → It answers 502. The service refuses the host. Check apiKey
  502 upstream-bad-token → It answers 502. GetToken answers the host without a token.
  502 constructor → It answers 502. Its log says why.
  418 → It answers 418. Answer 200 to a call
  204 → It answers 204. Answer 200 to a call
  302 /login?next=SECRET → It answers 302, a redirect to http://127…. Answer
  302 https:// → It answers 302, a redirect to nowhere. Answer
  399 https://a.example/SECRET → It answers 399, a redirect to https://a.example.
  400 https://a.example/SECRET → It answers 400.
  201 https://a.example/SECRET → It answers 201.
`;

const HTML_PAGES = `
  <!DOCTYPE html> · \\n<html lang="en"> · <!-- a --> · <head> · <body> · <title> → page
  <p>x</p> · x <html> · <htmlx> →
`;

describe('the first answer', () => {
  it.each(toRows(STATUSES))('of %s says what to change', async (answer, line) => {
    const [status, detail = ''] = answer.split(' ');
    const isCode = /^[a-z-]+$/.test(detail);
    const body = isCode ? JSON.stringify({ error: { code: detail, message: 'SECRET' } }) : '{}';
    const url = await serve((_, response) => {
      response.writeHead(Number(status), detail && !isCode ? { Location: detail } : {});
      response.end(status === '204' ? undefined : body);
    });
    const findings = await checkHost({ url, dashboardGuid: GUID, clock: new FakeClock() });
    expectVerdict({ findings }, `answers-200: ${line}`);
    expect(findings).toHaveLength(1);
  });

  it.each(toRows(HTML_PAGES))('may be HTML: %s', async (body, isPage) => {
    const { found } = await checkListener(
      (_, response) => response.end(body),
      /^(answers-200|token-shape)$/,
    );
    if (isPage) {
      const line = /^It answers 200 with an HTML page in place of a token/;
      expect(found('answers-200')).toMatchObject({ ok: false, fix: expect.stringMatching(line) });
    } else {
      expect([found('answers-200')!.ok, found('token-shape')!.ok]).toEqual([true, false]);
    }
  });
});

const PAGE = 'https://page.example';
const STRANGER = 'https://stranger.example';
const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';

describe('a page of another origin', () => {
  it.each<[title: string, origins: string[], status: number, headers: string, verdict: string]>([
    ['is listed', [PAGE, PAGE], 204, 'Content-Type, X-Embedded-Dashboard', ''],
    ['may send all headers', [PAGE, PAGE], 299, '*', ''],
    ['is not listed', ['', ''], 204, '', 'cors-of-page, preflight-of-page'],
    ['may not send the header', [PAGE, PAGE], 200, 'Content-Type', 'preflight-of-page'],
    ['may send no header', [PAGE, PAGE], 200, '', 'preflight-of-page'],
    ['gets a redirect for a preflight', [PAGE, PAGE], 300, '*', 'preflight-of-page'],
    ['gets an error for a preflight', [PAGE, PAGE], 500, '*', 'preflight-of-page'],
    ['gets the preflight of another', [PAGE, STRANGER], 200, '*', 'preflight-of-page'],
  ])('%s', async (_, [ofAnswer, ofPreflight], status, headers, verdict) => {
    const { findings } = await checkListener(
      ({ method }, response) => {
        const isPreflight = method === 'OPTIONS';
        const origin = isPreflight ? ofPreflight : ofAnswer;
        if (origin) response.setHeader(ALLOW_ORIGIN, origin);
        if (!isPreflight) return;
        if (headers) response.setHeader('Access-Control-Allow-Headers', headers);
        response.writeHead(status).end();
      },
      /-of-page$/,
      PAGE,
    );
    expectVerdict({ findings }, verdict);
  });

  it('sends its origin as one of another site', async () => {
    const sites: unknown[] = [];
    await checkListener(
      ({ headers }) => sites.push([headers.origin, headers['sec-fetch-site']]),
      /^answers-200$/,
      PAGE,
    );
    expect(sites[0]).toEqual([PAGE, 'cross-site']);
  });

  it.each(['*', STRANGER])('may not read answers if it is a stranger: %s', async (allowed) => {
    const { found } = await checkListener(({ headers }, response) => {
      if (headers.origin === STRANGER) response.setHeader(ALLOW_ORIGIN, allowed);
    }, /-of-strangers$|^refusals-/);
    expect(found('preflight-of-strangers')!.ok).toBe(false);
    expect(found('refusals-not-readable')!.ok).toBe(false);
  });
});

/** The answers to a call that must be refused: the check, the status and the body. */
const REFUSALS = `
  own-header-zero 300 · own-header-zero 302 · own-header-zero 400 · own-header-zero 499 ·
  own-header-zero 501 · method-get 200 <p>The page of a router</p> · method-get 299 ·
  method-get 405 → good
  own-header-zero 500 · own-header-zero 502 · own-header-zero 299 ·
  own-header-zero 400 {"token" :"x"} · own-header-zero 400 {"TOKEN":"x"} ·
  method-get 200 {"token":"x"} · method-get 500 →
`;

describe('a refusal', () => {
  it.each(toRows(REFUSALS))('is judged: %s → %s', async (answer, isGood) => {
    const [, name = '', status, body = ''] = /^(\S+) (\d+) ?(.*)$/.exec(answer)!;
    const { found } = await checkListener(
      ({ headers, method }, response) => {
        const isRefused =
          name === 'method-get' ? method === 'GET' : headers['x-embedded-dashboard'] !== '1';
        if (isRefused) response.writeHead(Number(status)).end(body);
      },
      new RegExp(`^${name}$`),
    );
    const { ok, fix } = found(name)!;
    expect(ok).toBe(isGood !== '');
    if (!ok && name !== 'method-get') expect(fix).toMatch(`It answers ${status}. Answer 403`);
  });

  it('of parameters may be a token, if the host does not use them, but no error', async () => {
    const { found } = await checkListener(() => {}, /^parameters-/);
    expect(found('parameters-list')!.ok).toBe(true);
    const fetch = host.createFetch();
    const address = await host.serve(async (request) => {
      const text = await request.clone().text();
      const isList = text.includes('"parameters":["North"]');
      return isList ? new Response('', { status: 500 }) : fetch(request);
    });
    expectVerdict(await checkSome(address, /^parameters-/), 'parameters-list');
  });

  it('may be a closed connection, but not an answer that is not HTTP', async () => {
    const closing = await checkListener(({ headers, socket }, response) => {
      if (headers['x-embedded-dashboard'] === '0') response.writeHead(400).end();
      if (!headers['x-embedded-dashboard']) socket.destroy();
    }, /^own-header-/);
    expect(closing.found('own-header-missing')!.ok).toBe(true);
    const garbling = await checkListener(({ headers, socket }) => {
      if (headers['x-embedded-dashboard'] === undefined) socket.end('no HTTP\r\n\r\n');
    }, /^own-header-/);
    expect(garbling.found('own-header-missing')).toMatchObject({
      ok: false,
      fix: expect.stringMatching(/not valid HTTP.*X-Embedded-Dashboard/),
    });
  });
});

/** The bodies of errors, each with its verdict. `CALL` is the body of the call. */
const ERRORS = `
  text/plain Error\\n    at parse (/srv/app.js:12:3) → errors-without-internals
  text/plain Traceback (most recent call last): · text/plain at Main.run(Main.java:12) ·
  text/plain Program.cs:5 · text/plain index.php:99 · text/plain /srv/node_modules/x → errors-without-internals
  text/plain Look at line 12 of index.php · text/plain Error\\nat 12:30 · text/plain No: CALL →
  text/html No: CALL → errors-without-echo
`;

it.each(toRows(ERRORS))('an error page is judged: %s', async (page, verdict) => {
  const [, type = '', body = ''] = /^(\S+) (.*)$/s.exec(page)!;
  const fetch = host.createFetch();
  const address = await host.serve(async (request) => {
    const text = await request.clone().text();
    const answer = await fetch(request);
    if (answer.status < 400) return answer;
    // A function, because the text may have "$".
    const shown = new Response(
      body.replace('CALL', () => text),
      answer,
    );
    return withHeaders(shown, { 'Content-Type': type });
  });
  expectVerdict(await checkSome(address, /^errors-/), verdict);
});
