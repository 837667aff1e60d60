import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDocs } from './docs.ts';
import { type DocsPage, type DocsPageOptions, listenTo, openDocsPage } from './docs-page.ts';
import { parseMessage, sendMessage } from '../../support/http-message.ts';
import { type HostExample, startHostExample } from '../../support/host-example.ts';
import { QuickStart, SERVICE_URL } from '../../support/quick-start.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const GUID = '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1';
const blocks = readDocs();

let quickStart: QuickStart;

beforeAll(async () => {
  quickStart = await QuickStart.open();
});

afterAll(() => quickStart.close());

const open = (html: string, options?: DocsPageOptions): Promise<DocsPage> =>
  openDocsPage(quickStart, html, options);

/** Returns the only block of a page that contains `part`. */
function blockOf(page: string, info: string, part = ''): string {
  const found = blocks[page]!.filter((block) => block.info === info && block.code.includes(part));
  expect(found).toHaveLength(1);
  return found[0]!.code;
}

/** Returns the visible text in the frame. */
const frameText = ({ visitor }: DocsPage, within: string): Promise<string> =>
  visitor.frameLocator('embedded-dashboard iframe').locator(within).innerText();

const titleOf = (page: DocsPage): Promise<string> => frameText(page, 'h1');

const title = (): string => quickStart.service.dashboards.find(({ guid }) => guid === GUID)!.title;

const environment = (): Record<string, string> => ({
  DASHBOARD_URL: quickStart.here(SERVICE_URL),
  DASHBOARD_API_KEY: quickStart.service.apiKey,
});

/** Requests a token directly from the service. */
async function newToken(): Promise<string> {
  const path = `/Api/GetToken/${quickStart.service.apiKey}/session-1/${GUID}`;
  const answer = await fetch(quickStart.here(`${SERVICE_URL}${path}`), { method: 'POST' });
  return answer.text();
}

describe('each page of the docs', () => {
  const pages = Object.entries(blocks).flatMap(([name, of]) =>
    of.filter(({ info }) => info === 'html').map(({ code }, at) => ({ name, at, code })),
  );

  it.for(pages)('shows a dashboard: $name, $at', async ({ code }) => {
    await using page = await open(code.replace('/Tdb/…', `/Tdb/${await newToken()}`));
    expect(await titleOf(page)).toBe(title());
    expect(page.complaints).toEqual([]);
  });

  it('has style sheets that a browser understands completely', async () => {
    const sheets = Object.values(blocks).flatMap((of) => of.filter(({ info }) => info === 'css'));
    expect(sheets).not.toEqual([]);
    const visitor = await quickStart.openPage();
    for (const { code } of sheets) {
      const declared = Array.from(code.matchAll(/^ +([\w-]+):/gm), ([, name]) => name);
      const parsed = await visitor.evaluate((text) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(text);
        return Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n');
      }, code);
      expect(parsed.match(/\{/g)).toEqual(code.match(/\{/g));
      for (const name of declared) expect(parsed).toContain(`${name}: `);
    }
    await visitor.close();
  });
});

describe('theming', () => {
  const sheets = blocks['theming.md']!.flatMap(({ info, code }) => (info === 'css' ? code : []));

  it('gives the element the documented size', async () => {
    const style = sheets.map((code) => `<style>${code}</style>`).join('');
    await using page = await open(`${style}${blockOf('theming.md', 'html', 'slot=')}`);
    const { width, height } = (await page.visitor.locator('embedded-dashboard').boundingBox())!;
    expect(width / height).toBeCloseTo(16 / 9, 1);
  });

  it('lets variables follow the color scheme', async () => {
    await using page = await open(blockOf('theming.md', 'html', 'theme="auto"'));
    const frame = page.visitor.locator('embedded-dashboard iframe').first();
    const look = async (): Promise<string> => new URL((await frame.getAttribute('src'))!).search;
    expect(await look()).toBe('?color=$7aa2f7&background-color=$ffffff');
    await page.visitor.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(look).toBe('?theme=dark&color=$7aa2f7&background-color=$1e1e2e');
  });
});

describe('a policy', () => {
  const nonced = blockOf('security-policy.md', 'html', 'nonce=');
  const plain = nonced.replace(/ nonce="\w+"/, '');
  const policy = blockOf('security-policy.md', 'http', "script-src 'self'");

  it.for([
    [policy, plain],
    [blockOf('security-policy.md', 'http', 'nonce-'), nonced],
  ] as const)('allows a dashboard: %s', async ([headers, html]) => {
    await using page = await open(html, { headers });
    expect(await titleOf(page)).toBe(title());
    expect(page.complaints).toEqual([]);
  });

  it.for([
    ['script-src', 'no element'],
    ['connect-src', 'network'],
    ['frame-src', 'frame-blocked'],
  ] as const)(
    'needs each directive: without %s, the result is %s',
    async ([directive, expected]) => {
      const headers = policy.replace(new RegExp(`; ${directive} [^;\\n]+`), '');
      expect(headers).not.toBe(policy);
      await using page = await open(plain, { headers, waits: false });
      const seen = (): Promise<string | undefined> =>
        page.visitor
          .locator('embedded-dashboard')
          .evaluate((tag: Tag) => (tag.status ? tag.error?.code : 'no element'));
      await expect.poll(seen).toBe(expected);
    },
  );

  it.for([
    ['shows nothing of a service without such a header', '', false],
    ['shows a service with both', 'Cross-Origin-Resource-Policy: cross-origin', true],
  ] as const)('for embedders %s', async ([, more, expected]) => {
    const headers = 'Cross-Origin-Embedder-Policy: require-corp';
    const dashboardHeaders = more && `${headers}\n${more}`;
    await using page = await open(plain, { headers, dashboardHeaders });
    // Browsers show their own error page instead.
    expect((await frameText(page, 'body')).includes(title())).toBe(expected);
  });
});

describe('the examples of events', () => {
  const script = blocks['events.md']!.flatMap(({ info, code }) => (info === 'js' ? code : []));
  const html = `${blockOf('events.md', 'html')}<script>${script.join('\n')}</script>`;
  const noticeOf = ({ visitor }: DocsPage): Promise<string> =>
    visitor.locator('#notice').innerText();
  const answer = async ({ visitor }: DocsPage, status: number): Promise<void> => {
    await visitor.route('**/dashboards/token', (route) => route.fulfill({ status }));
    await visitor
      .locator('embedded-dashboard')
      .evaluate((tag: Tag) => tag.reload().catch(() => {}));
  };

  it('report a load, a refusal and the end of the session', async () => {
    await using page = await open(html);
    expect(await noticeOf(page)).toMatch(/^As of \d/);
    expect(page.complaints).toEqual([]);
    await answer(page, 403);
    expect(await noticeOf(page)).toBe('The dashboard cannot be shown. We are on it.');
    await answer(page, 401);
    expect(await noticeOf(page)).toBe('You have been signed out.');
  });

  it('report a renewal and a missing renewal', async () => {
    await using page = await open(html);
    const said: string[] = [];
    page.visitor.on('console', (message) => said.push(message.text()));
    // A real renewal takes hours, so this test only dispatches its events.
    const tell = (type: string, fields: Record<string, Date> = {}): Promise<void> =>
      page.visitor.locator('embedded-dashboard').evaluate(
        (tag, [name, of]) => {
          tag.dispatchEvent(Object.assign(new Event(name), of));
        },
        [type, fields] as const,
      );
    await tell('dashboard-expiring', { deadline: new Date(2026, 0, 1, 9, 30) });
    expect(await noticeOf(page)).toMatch(/^Will be brought up to date by .*9:30/);
    await tell('dashboard-refreshed');
    expect(await noticeOf(page)).toMatch(/^As of \d/);
    await tell('dashboard-expired', { expiredAt: new Date() });
    await expect.poll(() => said.join()).toContain('No dashboard since');
  });
});

describe('a page that the server renders', () => {
  const start = (): Promise<HostExample> =>
    startHostExample([process.execPath, 'rendered-express.mjs'], environment());
  const toPage = async (example: HostExample, options = {}): Promise<DocsPage> => {
    const visitor = await quickStart.openPage(options);
    await visitor.context().addCookies([{ name: 'login', value: 'demo', url: example.url }]);
    return { visitor, ...listenTo(visitor), [Symbol.asyncDispose]: () => visitor.close() };
  };

  it('shows its dashboard, and the element requests no other', async () => {
    await using example = await start();
    await using page = await toPage(example);
    const asked: string[] = [];
    page.visitor.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.visitor.goto(example.url);
    await page.visitor.waitForFunction(
      () => document.querySelector('embedded-dashboard')?.status === 'ready',
    );
    expect(await titleOf(page)).toBe(title());
    expect(asked).not.toContain('/dashboards/token');
    expect(asked.filter((path) => path.startsWith('/Tdb/'))).toHaveLength(1);
    expect(page.complaints).toEqual([]);
  });

  it('shows its dashboard without scripts, too', async () => {
    await using example = await start();
    await using page = await toPage(example, { javaScriptEnabled: false });
    await page.visitor.goto(example.url);
    expect(await titleOf(page)).toBe(title());
    const frame = (await page.visitor.locator('iframe').boundingBox())!;
    expect(frame.height).toBe(600);
  });

  it('is private, and has no frame if no user is signed in', async () => {
    await using example = await start();
    const answer = await fetch(example.url, { headers: { Cookie: 'login=demo' } });
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
    expect(await answer.text()).toContain('<iframe');
    const forNobody = await (await fetch(example.url)).text();
    expect(forNobody).toContain('<embedded-dashboard');
    expect(forNobody).not.toContain('<iframe');
  });

  it('comes from a web handler, too, with the attributes of the tag in the docs', async () => {
    await using example = await startHostExample(
      [process.execPath, 'framework.mjs'],
      environment(),
      {
        'framework.mjs': `
          import { serve } from '@hono/node-server';
          import { renderPage } from './rendered-page.mjs';
          serve({ fetch: renderPage, port: 3000, hostname: 'localhost' });`,
      },
    );
    const answer = await fetch(example.url, { headers: { Cookie: 'login=demo' } });
    expect(answer.headers.get('Cache-Control')).toBe('private, no-store');
    const html = await answer.text();
    const told = quickStart.here(blockOf('server-rendering.md', 'html'));
    const parts = told.match(/<[\w-]+|[\w-]+="[^"…]+/g)!;
    // The page of this example gives the frame its own title.
    expect(parts.filter((part) => !html.includes(part))).toEqual(['title="Dashboard']);
    expect(html).toContain('title="Sales this month"');
    // The tag has its own label, too.
    const namesIn = (text: string): string[] => {
      const [tag = ''] = /<embedded-dashboard[^>]*/.exec(text)!;
      return Array.from(tag.matchAll(/([\w-]+)="/g), ([, name = '']) => name).toSorted();
    };
    expect(namesIn(html)).toEqual([...namesIn(told), 'label'].toSorted());
  });
});

it('has SQL that an analyst can run, for one region and for all', async () => {
  const sql = blockOf('back-office.md', 'sql').replaceAll(':Region', '$1::text');
  const [north, all] = await Promise.all(
    ['North', null].map((region) => quickStart.service.query(sql, [region])),
  );
  expect(north!.length).toBeGreaterThan(1);
  expect(all).toHaveLength(north!.length);
  expect(all).not.toEqual(north);
});

it('answers the exchange for any language as the docs say', async () => {
  const [request = '', answer = ''] = blockOf('http.md', 'http').split(/^(?=HTTP)/m);
  const [[, status], headers, body] = parseMessage(quickStart.here(answer));
  await using example = await startHostExample([process.execPath, 'express.mjs'], environment());
  const own = request.replaceAll('3000', new URL(example.url).port);
  const ask = (text: string): ReturnType<typeof sendMessage> =>
    sendMessage(example, text, { headers: { Cookie: 'login=demo' } });
  const actual = await ask(own);
  expect(String(actual.status)).toBe(status);
  for (const [name, value] of Object.entries(headers)) {
    expect(actual.headers[name.toLowerCase()]).toBe(value);
  }
  const token: unknown = expect.stringMatching(/^[\w-]{20,}$/);
  expect(JSON.parse(actual.body)).toMatchObject({ ...JSON.parse(body), token });
  // It refuses a request that does not name the origin of its page.
  expect((await ask(own.replace(/^Origin: .*\n/m, ''))).status).toBe(403);
});

it('calls the service as the docs say', async () => {
  const page = readFileSync('docs/http.md', 'utf8');
  const names = { apiKey: quickStart.service.apiKey, sessionId: 'demo', dashboardGuid: GUID };
  const calls = page.matchAll(/^\| `(GET|POST) (\/api\S+)` +\| `(\d+)`/gim);
  const [query = ''] = /\?SQLparameters=[^`]+/.exec(page) ?? [];
  const call = (method: string, path: string, search = ''): Promise<Response> => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: keyof typeof names) => names[name]);
    const url = `${quickStart.here(SERVICE_URL)}${filled}${search}`;
    return fetch(url, { method, headers: { Accept: 'application/json' } });
  };
  const [[, ...getToken] = [], [, ...logout] = []] = Array.from(calls);
  const granted = await call(getToken[0]!, getToken[1]!, query);
  expect(String(granted.status)).toBe(getToken[2]);
  expect(Object.keys((await granted.json()) as object)).toEqual(['token', 'expiresIn']);
  expect(String((await call(logout[0]!, logout[1]!)).status)).toBe(logout[2]);
  names.apiKey = 'wrong';
  expect((await call(getToken[0]!, getToken[1]!)).status).toBe(401);
});

it('serves the element’s script next to the host in Express', async () => {
  await using example = await startHostExample([process.execPath, 'express.mjs'], environment());
  const answer = await fetch(`${example.url}/embedded-dashboard.min.js`);
  expect(answer.headers.get('Content-Type')).toMatch(/^text\/javascript/);
});

it('starts the migration with a page that shows a dashboard', async () => {
  const page = quickStart.here(readFileSync('docs/examples/by-hand/index.html', 'utf8'));
  await using example = await startHostExample(
    [process.execPath, 'by-hand/server.mjs'],
    environment(),
    { 'by-hand/index.html': page },
  );
  const visitor = await quickStart.openPage();
  await visitor.goto(example.url);
  await visitor.frameLocator('#dashboard').locator('h1').waitFor();
  await visitor.close();
});

it('ends the migration with a page that shows a dashboard to logged-in users', async () => {
  await using example = await startHostExample([process.execPath, 'migrated.mjs'], environment());
  const visitor = await quickStart.openPage();
  const tag = visitor.locator('embedded-dashboard');
  const status = (): Promise<string> => tag.evaluate((element: Tag) => element.status);
  await visitor.goto(example.url);
  await expect.poll(status).toBe('logged-out');
  await visitor.context().addCookies([{ name: 'login', value: 'demo', url: example.url }]);
  await visitor.reload();
  await expect.poll(status).toBe('ready');
  await visitor.frameLocator('embedded-dashboard iframe').locator('h1').waitFor();
  await visitor.close();
});
