import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { STACKS } from '../../../demo/playground/page/code-samples.ts';
import german from '../../../src/locales/de.ts';
import type { Consumer } from '../../support/consumer.ts';
import { parseMessage, sendMessage } from '../../support/http-message.ts';
import { QuickStart, SERVICE_URL } from '../../support/quick-start.ts';
import { CodeBlocks, readTable } from '../../support/markdown.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
  'name' | 'version' | 'description',
  string
> & { scripts: Record<string, string> };
const readme = new CodeBlocks('README.md');
const commands = readme.claim('sh', 'npm start');
const readmeTag = readme.claim('html');
const blocks = new CodeBlocks('docs/quick-start.md');
const serviceCommands = blocks.claim('sh', 'npm start');
const packing = blocks.claim('sh', 'npm pack');
const installation = blocks.claim('sh', 'npm install');
const printDemo = blocks.claim('sh', '--print-demo');
const ownCommand = blocks.claim('sh', 'node server.mjs');
const server = blocks.claim('js demo/quick-start/server.mjs');
const page = blocks.claim('html demo/quick-start/public/index.html');
const ownResolve = blocks.claim('js', 'function resolve');
const exchange = new CodeBlocks('docs/http.md').claim('http');
const script = new CodeBlocks('docs/element.md').claim('js');

const GUID = /dashboard-guid="(.*)"/.exec(page)![1]!;

let quickStart: QuickStart;

beforeAll(async () => {
  quickStart = await QuickStart.open();
});

afterAll(() => quickStart.close());

it('has no code block that is not tested here', () => {
  // `test/frameworks` runs the files of the frameworks, and `docs.slow.test.ts` compares them.
  const others = blocks.unclaimed.filter(({ info }) => !info.includes(' demo/frameworks/'));
  expect([...readme.unclaimed, ...others]).toEqual([]);
});

describe('the commands', () => {
  it('are scripts of this package', () => {
    expect(serviceCommands).toBe(commands);
    const names = `${commands}${packing.replace('npm pack\n', '')}${printDemo}`.matchAll(
      /npm (?:run (?:--silent )?)?([\w:-]+)/g,
    );
    const [ci, ...others] = new Set(Array.from(names, ([, name]) => name));
    expect(ci).toBe('ci');
    expect(Object.keys(manifest.scripts)).toEqual(expect.arrayContaining(others));
  });

  it('install all that the server imports, and start it', () => {
    const imported = Array.from(server.matchAll(/from '([\w-]+)/g), ([, name]) => name);
    const archive = `../${manifest.name}/${manifest.name}-${manifest.version}.tgz`;
    const installed = installation.replace(archive, manifest.name).split(/\s+/);
    expect(installed).toEqual(expect.arrayContaining(imported));
    const [variable, command] = ownCommand.trim().split('=… ');
    expect(server).toContain(`process.env.${variable}`);
    expect(command).toBe('node server.mjs');
  });

  it('print the key and the dashboards of the demo', () => {
    const [, command = ''] = /^npm (.*)$/m.exec(printDemo) ?? [];
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
  it('matches its files, with 26 lines at most', () => {
    expect(server).toBe(readFileSync('demo/quick-start/server.mjs', 'utf8'));
    expect(page).toBe(readFileSync('demo/quick-start/public/index.html', 'utf8'));
    const lines = `${server}${page}`.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(26);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(100);
  });

  it('shows a dashboard', async () => {
    await using host = await quickStart.startHost(server, page);
    const visitor = await quickStart.visit(host);
    const heading = visitor.frameLocator('embedded-dashboard iframe').locator('h1');
    const { dashboards } = quickStart.service;
    expect(await heading.innerText()).toBe(dashboards.find(({ guid }) => guid === GUID)!.title);
  });

  it('shows one with the six lines of the README, too', async () => {
    await using host = await quickStart.startHost(server, readmeTag);
    await quickStart.visit(host);
    expect(readmeTag.trimEnd().split('\n')).toHaveLength(6);
  });

  it('shows one with the code that the playground offers to copy, without an address elsewhere', async () => {
    const attributes = { 'token-url': '/dashboards/token', 'dashboard-guid': GUID, lang: 'de' };
    await using host = await quickStart.startHost(server, STACKS.HTML!(Object.entries(attributes)));
    const visitor = await quickStart.visit(host);
    const dashboard = visitor.locator('embedded-dashboard');
    await dashboard.evaluate((element: Tag) => element.logout());
    await dashboard.getByText(german['logged-out']).waitFor();
  });

  it('has a `resolve` that decides which user sees which data', async () => {
    const users = {
      ann: { id: 'ann', session: '1', dashboards: [GUID], region: 'North' },
      bob: { id: 'bob', session: '2', dashboards: [GUID], region: 'South' },
      eve: { id: 'eve', session: '3', dashboards: [], region: 'South' },
    };
    const ownServer = `${server.replace(/resolve: .*/, 'resolve,')}${ownResolve}
      async function userOf({ headers }) {
        return (${JSON.stringify(users)})[headers.cookie];
      }`;
    await using host = await startHost(ownServer);
    const ask = (Cookie: string): ReturnType<typeof sendMessage> =>
      sendMessage(host, toRequest(host), { headers: { Cookie } });
    expect((await ask('nobody')).status).toBe(401);
    expect((await ask('eve')).status).toBe(403);
    for (const name of ['ann', 'bob'] as const) {
      const { token } = JSON.parse((await ask(name)).body);
      const response = await fetch(quickStart.here(`${SERVICE_URL}/Tdb/${token}`));
      const revenue = await revenueOf(users[name].region);
      expect(await response.text()).toContain(`data-value="${revenue}"`);
    }
  });
});

describe('the exchange between element and host', () => {
  it('matches the request of the element', async () => {
    await using host = await quickStart.startHost(server, page);
    const calls: ReturnType<Page['waitForRequest']>[] = [];
    await quickStart.visit(host, (visitor) => {
      calls.push(visitor.waitForRequest('**/dashboards/token'));
    });
    const request = (await calls[0])!;
    const [[method, path], headers, body] = parseMessage(toRequest(host));
    expect(request.method()).toBe(method);
    expect(new URL(request.url()).pathname).toBe(path);
    const sent = await request.allHeaders();
    for (const [name, value] of Object.entries(headers)) {
      expect([name, sent[name.toLowerCase()]]).toEqual([name, value]);
    }
    expect(request.postData()).toBe(body);
  });
});

describe('the tables', () => {
  it('name all attributes of the element, with their properties and defaults', async () => {
    await using host = await quickStart.startHost(server, page);
    const visitor = await quickStart.visit(host);
    const rows = readTable('docs/element.md', 'attributes');
    const actual = await visitor.evaluate((told) => {
      const toRow = ([attribute = '', property = '']: string[]): unknown[] => {
        const tag = document.createElement('embedded-dashboard');
        const before = tag[property as 'label'];
        // This value is valid as a text, as a number and as JSON.
        tag.setAttribute(attribute, '90');
        return [attribute, property, before, String(tag[property as 'label'])];
      };
      const { observedAttributes } = customElements.get('embedded-dashboard') as unknown as {
        observedAttributes: string[];
      };
      return { observedAttributes, rows: told.map(toRow) };
    }, rows);
    expect(rows.map(([attribute]) => attribute)).toEqual(actual.observedAttributes);
    // An attribute without its own default, or with one from the token's answer, has no value.
    const toValue = (text = ''): string | undefined =>
      text === '–' || text.startsWith('the ') ? undefined : text;
    expect(actual.rows).toEqual(
      rows.map(([attribute, property, value]) => [attribute, property, toValue(value), '90']),
    );
  });

  it('name all parts of the element', async () => {
    await using host = await quickStart.startHost(server, page);
    const visitor = await quickStart.visit(host);
    const parts = readTable('docs/theming.md', 'theming').flatMap(
      ([name = '']) => /^::part\((.*)\)$/.exec(name)?.[1] ?? [],
    );
    const partsOf = (): Promise<string[]> =>
      visitor
        .locator('embedded-dashboard [part]')
        .evaluateAll((elements) => elements.map(({ part }) => part.value));
    const withDashboard = await partsOf();
    await visitor.locator('embedded-dashboard').evaluate((element: Tag) => element.logout());
    const actual = new Set([...withDashboard, ...(await partsOf())]);
    expect(parts.toSorted()).toEqual([...actual].toSorted());
  });
});

it('lets a page handle errors and send its own headers', async () => {
  await using host = await quickStart.startHost(server, page);
  const visitor = await quickStart.visit(host);
  const said: string[] = [];
  visitor.on('console', (message) => said.push(`${message.type()}: ${message.text()}`));
  const signIn = "sessionStorage.setItem('access-token', 'a-token');";
  await visitor.addScriptTag({ content: `${signIn} ${script}` });

  await visitor.route('**/dashboards/token', (route) => route.fulfill({ status: 403 }));
  const [request] = await Promise.all([
    visitor.waitForRequest('**/dashboards/token'),
    visitor.locator('embedded-dashboard').evaluate((tag: Tag) => tag.reload().catch(() => {})),
  ]);
  expect(request.headers()['authorization']).toBe('Bearer a-token');
  await expect.poll(() => said.join('\n')).toMatch(/warning: forbidden .*answered 403.* null/);
});

/**
 * Starts a host and calls it once. Its first call of the service loads code. On a busy machine, that may
 * take longer than a host waits for the service, and these tests call only once.
 */
async function startHost(ownServer: string): Promise<Consumer> {
  const host = await quickStart.startHost(ownServer, page);
  await sendMessage(host, toRequest(host), { headers: { Cookie: 'ann' } });
  return host;
}

/** Returns the request of the exchange for a running host. */
function toRequest({ url }: Consumer): string {
  const [request = ''] = exchange.split(/^(?=HTTP)/m);
  return request.replaceAll('3000', new URL(url).port);
}

/** Returns the revenue that the service must show to a user who sees only one region. */
async function revenueOf(region: string): Promise<string> {
  const [row] = await quickStart.service.query(
    `SELECT sum(revenue) AS revenue FROM orders JOIN customers ON customers.id = customer_id
     WHERE ordered_on > '2025-10-31' AND region = $1`,
    [region],
  );
  return String(row!['revenue']);
}
