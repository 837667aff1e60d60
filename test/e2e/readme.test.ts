import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createDashboardService, type DashboardService } from 'dashboard-service';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browserArgs, findBrowser } from '../support/browser.mjs';
import { BUILT_PACKAGE } from '../support/build-package.ts';
import { type Consumer, startConsumer } from '../support/consumer.ts';
import { send } from '../support/node-server.ts';
import { CodeBlocks } from '../support/readme.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const { scripts, version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  scripts: Record<string, string>;
  version: string;
};
const blocks = new CodeBlocks('README.md');
const start = blocks.claim('sh', 'npm start');
const tryIt = blocks.claim('sh', 'node server.mjs');
const server = blocks.claim('js demo/quick-start/server.mjs');
const page = blocks.claim('html demo/quick-start/public/index.html');
const resolve = blocks.claim('js', 'function resolve');
const exchange = blocks.claim('http');
const listening = blocks.claim('js', 'addEventListener');
const theming = blocks.claim('html', 'background-color');
const stylesheet = blocks.claim('css');

const SERVICE_URL = 'http://localhost:4600';
const SCRIPT_URL = `https://unpkg.com/embedded-dashboard@${version}`;
const GUID = /dashboard-guid="(.*)"/.exec(page)![1]!;

let service: DashboardService;
let serviceUrl: string;
let browser: Browser;

beforeAll(async () => {
  service = createDashboardService({ apiKey: 'key-that-no-browser-may-see' });
  serviceUrl = `http://localhost:${(await service.listen(0)).port}`;
  browser = await chromium.launch({ executablePath: await findBrowser(), args: [...browserArgs] });
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

it('is run here, every code block of it', () => {
  expect(blocks.unclaimed).toEqual([]);
});

describe('the commands', () => {
  it('are scripts of this package', () => {
    const names = [...`${start}${tryIt}`.matchAll(/npm (?:run (?:--silent )?)?([\w:-]+)/g)].map(
      ([, name]) => name!,
    );
    expect(names).toEqual(['ci', 'start', 'ci', 'test', 'service']);
    for (const name of names) expect([...Object.keys(scripts), 'ci']).toContain(name);
  });

  it('tell the key and the dashboards of the demo', () => {
    const [, command = ''] = /^npm (.*?)(?: #.*)?$/m.exec(tryIt) ?? [];
    const output = execFileSync('npm', command.split(' '), {
      env: { ...process.env, SERVICE_API_KEY: 'a-key', DATABASE_URL: 'memory:' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const { baseUrl, apiKey, dashboards } = JSON.parse(output.toString());
    expect(new URL(baseUrl).port).toBe(new URL(SERVICE_URL).port);
    expect(apiKey).toBe('a-key');
    expect(dashboards).toContainEqual(expect.objectContaining({ guid: GUID, accessible: true }));
  });
});

describe('the quick start', () => {
  it('is the text of its files, 15 lines in all', () => {
    expect(server).toBe(readFileSync('demo/quick-start/server.mjs', 'utf8'));
    expect(page).toBe(readFileSync('demo/quick-start/public/index.html', 'utf8'));
    const lines = `${server}${page}`.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(15);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it('shows a dashboard', async () => {
    await using host = await startHost(server);
    const visitor = await open(host);
    await visitor.goto(host.url);
    await untilStatus(visitor, 'ready');
    expect(await headingOf(visitor)).toBe(
      service.dashboards.find(({ guid }) => guid === GUID)!.title,
    );
  });

  it('has a resolve that tells who sees which data', async () => {
    const users = {
      ann: { id: 'ann', session: '1', dashboards: [GUID], region: 'North' },
      bob: { id: 'bob', session: '2', dashboards: [GUID], region: 'South' },
      eve: { id: 'eve', session: '3', dashboards: [], region: 'South' },
    };
    await using host = await startHost(`${server.replace(/resolve: .*/, 'resolve,')}${resolve}
      async function userOf(request) {
        return (${JSON.stringify(users)})[request.headers.cookie];
      }`);
    const ask = (Cookie: string): ReturnType<typeof call> =>
      call(host, exchange, { headers: { Cookie } });
    expect((await ask('nobody')).status).toBe(401);
    expect((await ask('eve')).status).toBe(403);
    for (const [name, region] of [
      ['ann', 'North'],
      ['bob', 'South'],
    ] as const) {
      const { token } = JSON.parse((await ask(name)).body);
      const dashboard = await (await fetch(`${serviceUrl}/Tdb/${token}`)).text();
      expect(dashboard).toContain(`data-value="${await revenueOf(region)}"`);
    }
  });
});

describe('the exchange between element and host', () => {
  const [, answer = ''] = exchange.split(/^(?=HTTP)/m);

  it('is what a host answers', async () => {
    await using host = await startHost(server);
    const [[, status], headers, body] = parseMessage(answer);
    const actual = await call(host, exchange);
    expect(String(actual.status)).toBe(status);
    for (const [name, value] of Object.entries(headers)) {
      expect(actual.headers[name.toLowerCase()]).toMatch(new RegExp(`^${value}(;|$)`));
    }
    expect(JSON.parse(actual.body)).toEqual({
      ...JSON.parse(here(body)),
      token: expect.stringMatching(/^[\w-]{20,}$/),
    });
  });

  it('is what the element sends', async () => {
    await using host = await startHost(server);
    const visitor = await open(host);
    const [request] = await Promise.all([
      visitor.waitForRequest('**/dashboards/token'),
      visitor.goto(host.url),
    ]);
    const [[method, path], headers, body] = parseMessage(exchange.replaceAll('3000', portOf(host)));
    const sent = await request.allHeaders();
    expect(request.method()).toBe(method);
    expect(new URL(request.url()).pathname).toBe(path);
    for (const [name, value] of Object.entries(headers)) {
      expect([name, sent[name.toLowerCase()]]).toEqual([name, value]);
    }
    expect(request.postData()).toBe(body);
  });

  it('is the same for a logout, but for its body and the answer', async () => {
    await using host = await startHost(server);
    const logout = { path: '/dashboards/logout', body: '{}' };
    expect(await call(host, exchange, logout)).toMatchObject({ status: 204, body: '' });
  });
});

it('listens to the element, and sends headers along', async () => {
  await using host = await startHost(server);
  const visitor = await open(host);
  const said: string[] = [];
  visitor.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  await visitor.goto(host.url);
  await untilStatus(visitor, 'ready');
  await visitor.addScriptTag({ content: `const accessToken = 'a-token'; ${listening}` });

  await visitor.route('**/dashboards/token', (route) =>
    route.fulfill({
      status: 403,
      headers: { 'X-Was': route.request().headers()['authorization']! },
    }),
  );
  const [response] = await Promise.all([
    visitor.waitForResponse('**/dashboards/token'),
    visitor.locator('embedded-dashboard').evaluate((tag: Tag) => tag.reload().catch(() => {})),
  ]);
  expect(response.headers()['x-was']).toBe('Bearer a-token');
  await expect
    .poll(() => said)
    .toContain('warning: forbidden This user may not see this dashboard. null');
});

describe('the theming', () => {
  let host: Consumer;
  let visitor: Page;

  beforeAll(async () => {
    host = await startHost(server);
    visitor = await open(host);
    // The block leaves out what the first one has shown: the addresses and the GUID.
    const [, rest = ''] = page.split('<embedded-dashboard');
    const [attributes = ''] = rest.split('>');
    const tag = theming.replace('<embedded-dashboard', `<embedded-dashboard ${attributes}`);
    const body = `${page.slice(0, page.indexOf('<embedded'))}<style>${stylesheet}</style>${tag}`;
    await visitor.route(`${host.url}/`, (route) =>
      route.fulfill({ contentType: 'text/html', body }),
    );
    await visitor.goto(host.url);
    await untilStatus(visitor, 'ready');
  });

  afterAll(() => host[Symbol.asyncDispose]());

  it('gives the dashboard its colours', async () => {
    const address = await visitor.locator('embedded-dashboard iframe').getAttribute('src');
    expect(new URL(address!).search).toBe('?theme=dark&color=$7aa2f7&background-color=$1e1e2e');
  });

  it('gives the element its size and its frame a shape', async () => {
    const { height } = visitor.viewportSize()!;
    expect((await visitor.locator('embedded-dashboard').boundingBox())!.height).toBe(0.8 * height);
    expect(await styleOf(visitor, 'embedded-dashboard iframe', 'border-radius')).toBe('12px');
  });

  it('styles the end of the session, and says it in the page’s own words', async () => {
    const link = visitor.getByRole('link', { name: 'Sign in again' });
    expect(await link.isVisible()).toBe(false);
    await visitor.locator('embedded-dashboard').evaluate((tag: Tag) => tag.logout());
    await link.waitFor();
    expect(await styleOf(visitor, 'embedded-dashboard', 'height')).toBe('192px');
  });
});

/** What stands for the demo's service in the README, for the one that runs here. */
function here(text: string): string {
  return text.replaceAll(SERVICE_URL, serviceUrl);
}

/** The README's server with the README's page; on a free port, and with the service that runs here. */
function startHost(code: string): Promise<Consumer> {
  const files = { 'server.mjs': here(code), 'public/index.html': page };
  return startConsumer(files, { DASHBOARD_API_KEY: service.apiKey });
}

function portOf({ url }: Consumer): string {
  return new URL(url).port;
}

/** A new visitor's page, for which the script's address is answered with the built file. */
async function open(host: Consumer): Promise<Page> {
  const visitor = await browser.newPage();
  await visitor.route(
    (url) => url.origin !== host.url && url.origin !== serviceUrl,
    (route) =>
      route.request().url() === SCRIPT_URL
        ? route.fulfill({ path: `${BUILT_PACKAGE}/embedded-dashboard.min.js` })
        : route.abort(),
  );
  return visitor;
}

async function untilStatus(visitor: Page, status: Tag['status']): Promise<void> {
  await visitor.waitForFunction(
    (wanted) => document.querySelector('embedded-dashboard')?.status === wanted,
    status,
  );
}

function headingOf(visitor: Page): Promise<string> {
  return visitor.frameLocator('embedded-dashboard iframe').locator('h1').innerText();
}

function styleOf(visitor: Page, selector: string, property: string): Promise<string> {
  return visitor
    .locator(selector)
    .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
}

/** What the service must show a user who sees one region only. */
async function revenueOf(region: string): Promise<string> {
  const [row] = await service.query(
    `SELECT sum(revenue) AS revenue FROM orders JOIN customers ON customers.id = customer_id
     WHERE ordered_on > '2025-10-31' AND region = $1`,
    [region],
  );
  return String(row!['revenue']);
}

/** Sends a request of the README to a host; `changes` go first. */
function call(
  host: Consumer,
  message: string,
  changes: { path?: string; body?: string; headers?: Record<string, string> } = {},
): ReturnType<typeof send> {
  const [request = ''] = message.replaceAll('3000', portOf(host)).split(/^HTTP/m);
  const [[method, path], headers, body] = parseMessage(request);
  return send({
    host: 'localhost',
    port: portOf(host),
    method,
    path,
    body,
    ...changes,
    headers: { ...headers, ...changes.headers },
  });
}

/** A message as it stands in the README: the words of its first line, headers, an empty line, a body. */
function parseMessage(
  message: string,
): [start: string[], headers: Record<string, string>, body: string] {
  const [head = '', body = ''] = message.split('\n\n');
  const [first = '', ...lines] = head.split('\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ') as [string, string]));
  return [first.split(' '), headers, body.trim()];
}
