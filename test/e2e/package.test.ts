import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { BUILT_PACKAGE } from '../support/build-package.ts';

const CDN_FILE = 'embedded-dashboard.min.js';

function read(name: string): Buffer {
  return readFileSync(`${BUILT_PACKAGE}/${name}`);
}

describe('the CDN file', () => {
  let server: Server;
  let browser: Browser;
  let port: number;

  beforeAll(async () => {
    server = createServer((request, response) => {
      const baseUrl = `http://127.0.0.1:${port}`;
      const [type, body] = serve(request.url ?? '', baseUrl);
      response.setHeader('Content-Type', type);
      response.end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    browser = await launchChromium();
  });

  afterAll(async () => {
    await browser.close();
    server.closeAllConnections();
    server.close();
  });

  /** Opens a page with the given tags in its head; gives the page and what the console said. */
  async function open(head: string): Promise<[Page, string[]]> {
    const page = await browser.newPage();
    const said: string[] = [];
    page.on('console', (message) => said.push(message.text()));
    page.on('pageerror', (error) => said.push(error.message));
    await page.goto(`http://localhost:${port}/page?${encodeURIComponent(head)}`);
    return [page, said];
  }

  async function untilReady(page: Page): Promise<string | null> {
    await page.waitForFunction(
      () => document.querySelector('embedded-dashboard')?.status === 'ready',
    );
    return page.locator('embedded-dashboard iframe').getAttribute('src');
  }

  for (const head of [
    `<script src="/${CDN_FILE}" defer></script>`,
    `<script src="/${CDN_FILE}" type="module"></script>`,
  ]) {
    it(`shows a dashboard with ${head}`, async () => {
      const [page, said] = await open(head);
      expect(await untilReady(page)).toBe(
        `http://127.0.0.1:${port}/Tdb/a-token-of-the-host?theme=dark&color=$ffcc00`,
      );
      expect(said).toEqual([]);
    });
  }

  it('goes on through logout and reload', async () => {
    const [page] = await open(`<script src="/${CDN_FILE}" defer></script>`);
    await untilReady(page);
    const element = page.locator('embedded-dashboard');
    type Tag = HTMLElementTagNameMap['embedded-dashboard'];
    await element.evaluate((tag: Tag) => tag.logout());
    expect(await element.evaluate((tag: Tag) => tag.status)).toBe('logged-out');
    expect(await page.locator('embedded-dashboard iframe').count()).toBe(0);
    await element.evaluate((tag: Tag) => tag.reload());
    expect(await element.evaluate((tag: Tag) => tag.status)).toBe('ready');
  });

  it('warns once, and leaves the first copy in place, where it is loaded twice', async () => {
    const [page, said] = await open(
      `<script src="/${CDN_FILE}" defer></script><script src="/${CDN_FILE}?again" defer></script>`,
    );
    await untilReady(page);
    expect(said).toEqual([expect.stringContaining('twice')]);
  });

  it('leaves no name on the page but the tag', async () => {
    const [page] = await open('');
    const names = (): Promise<string[]> => page.evaluate(() => Object.keys(window));
    const before = await names();
    await page.addScriptTag({ url: `/${CDN_FILE}` });
    expect(await names()).toEqual(before);
  });

  it('weighs no more than 7,500 bytes in brotli', () => {
    expect(brotliCompressSync(read(CDN_FILE)).length).toBeLessThanOrEqual(7500);
  });

  it('has its hash beside it', () => {
    const hash = createHash('sha384').update(read(CDN_FILE)).digest('base64');
    expect(JSON.parse(read('integrity.json').toString())).toEqual({
      [CDN_FILE]: `sha384-${hash}`,
    });
  });
});

describe('the modules', () => {
  /** Runs in plain Node, without a DOM; gives what it printed. */
  function run(script: string): string {
    const modules = pathToFileURL(`${BUILT_PACKAGE}/`).href;
    const args = ['--input-type=module', '--eval', script.replaceAll('dist/', modules)];
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  it('can be imported where there is no DOM', () => {
    expect(
      run(
        "const m = await import('dist/index.js'); console.log(typeof m.EmbeddedDashboardElement)",
      ),
    ).toBe('function');
    expect(
      run("const m = await import('dist/element.js'); console.log(Object.keys(m).join())"),
    ).toBe('EmbeddedDashboardElement');
  });

  it('hold the host with all that it needs', () => {
    expect(
      run(
        "const { sessionIdFrom } = await import('dist/host.js'); console.log(sessionIdFrom('a').length)",
      ),
    ).toBe('43');
    expect(read('host.js').toString()).not.toMatch(/^import\b.*['"](?!node:)[^'"]+['"];?$/m);
  });

  it('tell of a missing setting in a few lines', () => {
    const start = (): string =>
      run("(await import('dist/host.js')).createDashboardHost({ baseUrl: 'http://localhost' })");
    expect(start).toThrow(
      expect.objectContaining({
        stderr: expect.stringMatching(/^(.{0,200}\n){1,25}$/),
        message: expect.stringContaining('apiKey is missing: set it to the account’s key.'),
      }),
    );
  });

  it('leave Lit outside, and bring nothing else', () => {
    const modules = readdirSync(BUILT_PACKAGE).filter((name) => /(?<!\.min|^host)\.js$/.test(name));
    const imported = modules.flatMap((name) =>
      [
        ...read(name)
          .toString()
          .matchAll(/from\s*["'`]([^."'`][^"'`]*)["'`]/g),
      ].map(([, from]) => from),
    );
    expect(new Set(imported)).toEqual(new Set(['@lit/reactive-element']));
  });
});

/** The page, the CDN file, the host's token address, and for every other address a dashboard. */
function serve(url: string, baseUrl: string): [type: string, body: string | Buffer] {
  const { pathname, search } = new URL(url, baseUrl);
  switch (pathname) {
    case '/page':
      return [
        'text/html',
        `<!doctype html><link rel="icon" href="data:,">${decodeURIComponent(search.slice(1))}
        <embedded-dashboard token-url="/token" theme="dark" color="#fc0"
          dashboard-guid="6f1c5a0e-1111-4222-8333-444455556666"></embedded-dashboard>`,
      ];
    case `/${CDN_FILE}`:
      return ['text/javascript', read(CDN_FILE)];
    case '/token':
      return ['application/json', JSON.stringify({ token: 'a-token-of-the-host', baseUrl })];
    default:
      return ['text/html', '<!doctype html><h1>Dashboard</h1>'];
  }
}
