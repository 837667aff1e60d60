import { readFileSync } from 'node:fs';
import { checkHost } from 'embedded-dashboard/host-conformance';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BUILT_PACKAGE } from '../../support/build-package.ts';
import { type HostExample, startHostExample } from '../../support/host-example.ts';
import { findProgram } from '../../support/installed-program.ts';
import { send } from '../../support/node-server.ts';
import {
  answerWith,
  type ScriptedUpstream,
  startUpstream,
  TOKEN,
} from '../../support/scripted-upstream.ts';
import { lifetimeSeconds } from '../../../src/protocol/token.ts';
import { OTHER_GUID } from '../../support/dashboard-calls.ts';

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
const API_KEY = 'key with a SECRET';

const node = (file: string): string[] => [process.execPath, file];

/** The command of each example. */
const EXAMPLES: Record<string, string[]> = {
  'node-http.mjs': node('node-http.mjs'),
  'express.mjs': node('express.mjs'),
  'fastify.mjs': node('fastify.mjs'),
  'hono.mjs': node('hono.mjs'),
};

/** The commands in the table of `docs/other-languages.md`. These examples also serve a page. */
const WITH_PAGE: Record<string, string[]> = {
  'flask_host.py': 'python3 -m flask --app flask_host run --port 3000'.split(' '),
  'fastapi_host.py': 'python3 -m uvicorn fastapi_host:app --port 3000'.split(' '),
  'django_host.py': 'python3 django_host.py runserver --noreload 3000'.split(' '),
  'index.php': 'php -S localhost:3000 index.php'.split(' '),
  'Dashboards.java': 'java Dashboards.java'.split(' '),
};
/** The files that these examples share. */
const SHARED = ['dashboard.html', 'dashboards.py', 'dashboards.php'];

/** All examples. The title of an example names the program or module that this machine lacks. */
const RUNNABLE = Object.entries({ ...EXAMPLES, ...WITH_PAGE }).map(([name, [program, ...args]]) => {
  const [, module] = /^(\w+)_host/.exec(name) ?? [];
  const found = findProgram(program!, module);
  const title = found ? name : `${name}, skipped: this machine lacks ${module ?? program}`;
  return [title, name, found && [found, ...args]] as const;
});

describe.for(RUNNABLE)('%s', ([, name, command]) => {
  const it = test.skipIf(!command);
  const itOfPage = test.skipIf(!command || !(name in WITH_PAGE));
  let upstream: ScriptedUpstream;
  let example: HostExample;

  beforeAll(async () => {
    if (!command) return;
    upstream = await startUpstream();
    const environment = { DASHBOARD_URL: `${upstream.baseUrl}/bi`, DASHBOARD_API_KEY: API_KEY };
    example = await startHostExample(command, environment);
  });

  afterAll(async () => {
    await example?.[Symbol.asyncDispose]();
    await upstream?.[Symbol.asyncDispose]();
  });

  beforeEach(() => {
    upstream?.calls.splice(0);
    upstream?.script(answerWith(TOKEN));
  });

  afterEach(() => {
    if (example) expect(example.output).not.toContain('SECRET');
  });

  /** Sends the element's request with these changes. An undefined header is left out. */
  const ask = async (
    changes: { path?: string; body?: string; headers?: Record<string, string | undefined> } = {},
  ) => {
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      'X-Embedded-Dashboard': '1',
      'Sec-Fetch-Site': 'same-origin',
      Cookie: 'login=demo',
      ...changes.headers,
    };
    const answer = await send({
      host: 'localhost',
      port: new URL(example.url).port,
      method: 'POST',
      path: changes.path ?? '/dashboards/token',
      body: changes.body ?? JSON.stringify({ dashboardGuid: GUID }),
      headers: Object.fromEntries(
        Object.entries(headers).filter((header): header is [string, string] => !!header[1]),
      ),
    });
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).not.toContain('SECRET');
    return answer;
  };

  itOfPage('starts as the docs say, with the files that they show', () => {
    const text = readFileSync('docs/other-languages.md', 'utf8');
    const commands = Array.from(text.matchAll(/^\|.*`(.*?)` +\|$/gm), ([, start]) => start);
    expect(commands).toContain(WITH_PAGE[name]!.join(' '));
    const missing = [name, ...SHARED].filter((file) => !text.includes(` docs/examples/${file}\n`));
    expect(missing).toEqual([]);
  });

  itOfPage('serves a page that signs in, with the tag and its script', async () => {
    const page = await fetch(example.url);
    expect(page.headers.get('Content-Type')).toMatch(/^text\/html\b/);
    const html = await page.text();
    expect(html).toBe(readFileSync('docs/examples/dashboard.html', 'utf8'));
    const [, cookie, attributes] = /^(login=demo);(.*)/.exec(page.headers.get('Set-Cookie')!)!;
    expect(attributes).toMatch(/HttpOnly/i);
    expect(attributes).toMatch(/SameSite=Lax/i);
    const script = await fetch(new URL(/<script src="(.*?)"/.exec(html)![1]!, example.url));
    expect(script.headers.get('Content-Type')).toMatch(/^(text|application)\/javascript\b/);
    expect(await script.text()).toBe(
      readFileSync(`${BUILT_PACKAGE}/embedded-dashboard.min.js`, 'utf8'),
    );
    const addresses = Array.from(html.matchAll(/-url="(.*?)"/g), ([, path]) => path);
    const statuses = addresses.map(
      async (path) => (await ask({ path, headers: { Cookie: cookie } })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 204]);
  });

  it('gives a user the token of a dashboard', async () => {
    const { status, headers, body } = await ask();
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(JSON.parse(body)).toMatchObject({ token: TOKEN, baseUrl: `${upstream.baseUrl}/bi` });
    const [call, ...others] = upstream.calls;
    expect(others).toEqual([]);
    expect(call!.method).toBe('POST');
    expect(call!.url).toMatch(
      new RegExp(
        `^/bi/Api/GetToken/key%20with%20a%20SECRET/[\\w-]{1,128}/${GUID}\\?SQLparameters=Region%3DNorth$`,
      ),
    );
    expect(call!.headers['content-type']).toMatch(/^application\/json/);
    expect(call!.headers['accept']).toMatch(/^application\/json/);
    expect(JSON.parse(call!.body)).toEqual({ user: 'ann' });
  });

  it.for([
    [`"${TOKEN}"`, 7200],
    [`{"token":"${TOKEN}"}`, 7200],
    [`{ "expiresIn": 60, "Token": "${TOKEN}" }`, 60],
    [`{"token":"${TOKEN}","expiresIn":0}`, 7200],
    [`{"token":"${TOKEN}","expiresIn":86400}`, 7200],
  ] as const)('reads a token and its lifetime in the form %s', async ([text, lifetime]) => {
    upstream.script(answerWith(text));
    const { token, expiresIn } = JSON.parse((await ask()).body);
    expect([token, lifetimeSeconds(expiresIn)]).toEqual([TOKEN, lifetime]);
  });

  it('passes all checks of the doctor, and requests no other dashboard from the service', async () => {
    const url = `${example.url}/dashboards`;
    const headers = { Cookie: 'login=demo' };
    const findings = await checkHost({ url, dashboardGuid: GUID, headers, withLogout: true });
    expect(findings.filter(({ ok }) => !ok)).toEqual([]);
    expect(findings.length).toBeGreaterThan(80);
    const asked = upstream.calls.filter(({ method }) => method === 'POST');
    expect(asked.filter((call) => !call.url.includes(`/${GUID}?SQLparameters=`))).toEqual([]);
  });

  it('passes on the page’s choice of data that the user may see', async () => {
    const parameters = { Region: 'South', Country: 'Italy' };
    const { status } = await ask({ body: JSON.stringify({ dashboardGuid: GUID, parameters }) });
    expect(status).toBe(200);
    expect(upstream.calls[0]!.url).toMatch(/\?SQLparameters=Region%3DSouth$/);
  });

  it.for(['West', 'north', '', 'North;Region=South', 'South\\u0000'])(
    'refuses the choice "%s" without calling the service',
    async (Region) => {
      const body = `{"dashboardGuid":"${GUID}","parameters":{"Region":"${Region}"}}`;
      // The package refuses some choices before it calls the application.
      expect((await ask({ body })).status).toBeOneOf([400, 403]);
      expect(upstream.calls).toEqual([]);
    },
  );

  it.for([
    [
      'a logout without a login',
      401,
      { path: '/dashboards/logout', headers: { Cookie: undefined } },
    ],
    ['other dashboards', 403, { body: JSON.stringify({ dashboardGuid: OTHER_GUID }) }],
  ] as const)('refuses %s without calling the service', async ([, expected, changes]) => {
    const { status } = await ask(changes);
    expect(status).toBe(expected);
    expect(upstream.calls).toEqual([]);
  });

  it('passes on that the service does not know the dashboard', async () => {
    upstream.script(answerWith('SECRET', { status: 404 }));
    expect((await ask()).status).toBe(404);
  });

  it.for([
    ['refuses the key', answerWith('SECRET', { status: 401 })],
    ['answers with an error’s text', answerWith('SECRET: no such session')],
    ['answers with a page', answerWith('<p>SECRET</p>')],
    ['redirects', answerWith('', { status: 302, headers: { Location: '/elsewhere' } })],
    ['fails', answerWith('SECRET', { status: 500 })],
    ['hangs up', (response: { destroy: () => void }) => response.destroy()],
  ] as const)('answers only 502 if the service %s', async ([, script]) => {
    upstream.script(script);
    expect((await ask()).status).toBe(502);
    expect(upstream.calls.map(({ url }) => url)).not.toContain('/elsewhere');
  });

  it('ends the session of the tokens at a logout', async () => {
    await ask();
    upstream.script(answerWith('', { status: 204 }));
    const { status, body } = await ask({ path: '/dashboards/logout', body: '{}' });
    expect([status, body]).toEqual([204, '']);
    const [opened, closed] = upstream.calls.map(({ url }) => url);
    const session = opened!.replace('Api/GetToken', 'api/logout').replace(/\/[^/]*$/, '');
    expect(closed).toBe(session);
    expect(upstream.calls[1]!.method).toBe('GET');
  });
});
