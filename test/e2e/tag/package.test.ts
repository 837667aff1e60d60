import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_PACKAGE } from '../../support/build-package.ts';
import { DashboardSite, untilReady } from '../../support/dashboard-site.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const CDN_FILE = 'embedded-dashboard.min.js';

/** The specifier of each import or re-export of a value. */
const IMPORT = /^(?:import|export)(?! type )(?: [\w{}*,\s]+ from)? ["']([^"']+)["']/gm;

function read(name: string): Buffer {
  return readFileSync(`${BUILT_PACKAGE}/${name}`);
}

describe('the CDN file', () => {
  let site: DashboardSite;

  beforeAll(async () => {
    site = await DashboardSite.open(BUILT_PACKAGE);
  });

  afterAll(() => site[Symbol.asyncDispose]());

  for (const head of [
    `<script src="/${CDN_FILE}" defer></script>`,
    `<script src="/${CDN_FILE}" type="module"></script>`,
  ]) {
    it(`shows a dashboard, also again after a logout, with ${head}`, async () => {
      const { page, said } = await site.visit(head);
      expect(await untilReady(page)).toBe(
        `${site.baseUrl}/Tdb/a-token-of-the-host?theme=dark&color=$ffcc00`,
      );
      const element = page.locator('embedded-dashboard');
      await element.evaluate((tag: Tag) => tag.logout());
      expect(await element.evaluate((tag: Tag) => tag.status)).toBe('logged-out');
      expect(await page.locator('embedded-dashboard iframe').count()).toBe(0);
      await element.evaluate((tag: Tag) => tag.reload());
      expect(await element.evaluate((tag: Tag) => tag.status)).toBe('ready');
      expect(said).toEqual([]);
    });
  }

  it('finishes its token request in Chromium, although the answer ends after its body', async () => {
    const { page } = await site.visit('');
    const network = await page.context().newCDPSession(page);
    let token = '';
    network.on('Network.requestWillBeSent', ({ requestId, request }) => {
      if (request.url.endsWith('/token')) token = requestId;
    });
    // By then, the element has read the body and waits for more.
    site.tokenEnd = new Promise<void>((resolve) => {
      network.on('Network.dataReceived', ({ requestId }) => requestId === token && resolve());
    });
    const outcome = new Promise((resolve) => {
      for (const event of ['Network.loadingFinished', 'Network.loadingFailed'] as const) {
        network.on(event, ({ requestId }) => requestId === token && resolve(event));
      }
    });
    await network.send('Network.enable');
    await page.addScriptTag({ url: `/${CDN_FILE}` });
    expect(await outcome).toBe('Network.loadingFinished');
  });

  it('adds only the names by which copies find each other, and warns once of a second copy', async () => {
    const { page, said } = await site.visit('');
    const names = (): Promise<string[]> => page.evaluate(() => Object.keys(window));
    const before = await names();
    await page.addScriptTag({ url: `/${CDN_FILE}` });
    const expected = [...before, 'embeddedDashboardPages'];
    expect(await names()).toEqual(expected);
    await untilReady(page);
    expect(said).toEqual([]);
    await page.addScriptTag({ url: `/${CDN_FILE}?again` });
    expect(said).toEqual(['embedded-dashboard is registered already.']);
    expect(await names()).toEqual(expected);
  });

  it('has its hash in the file next to it', () => {
    const hashes = JSON.parse(read('integrity.json').toString()) as Record<string, string>;
    const hash = createHash('sha384').update(read(CDN_FILE)).digest('base64');
    expect(hashes[CDN_FILE]).toBe(`sha384-${hash}`);
  });

  describe('by the tag of the quick start', () => {
    const [tag = ''] =
      /<script src="https:.*?<\/script>/.exec(readFileSync('docs/quick-start.md', 'utf8')) ?? [];

    /** Answers requests for the CDN's address of this version with the file. */
    async function bringFile(page: Page): Promise<void> {
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
      await page.route(
        `https://unpkg.com/embedded-dashboard@${version}/dist/${CDN_FILE}`,
        (route) =>
          route.fulfill({
            body: read(CDN_FILE),
            contentType: 'text/javascript',
            headers: { 'Access-Control-Allow-Origin': '*' },
          }),
      );
    }

    it('shows a dashboard under a strict policy', async () => {
      const policy = `default-src 'none'; script-src https://unpkg.com; connect-src 'self';
        frame-src ${site.baseUrl}; style-src 'self'; require-trusted-types-for 'script';
        trusted-types 'none'`.replaceAll('\n', '');
      const { page, said } = await site.visit(tag, { policy, prepare: bringFile });
      expect(await untilReady(page)).toContain('/Tdb/');
      expect((await page.locator('embedded-dashboard').boundingBox())?.height).toBe(600);
      expect(said).toEqual([]);
    });

    it('does not run if its content differs from the hash', async () => {
      const other = tag.replace(/(?<=sha384-)./, (first) => (first === 'A' ? 'B' : 'A'));
      const { page, said } = await site.visit(other, { prepare: bringFile });
      expect(said).toEqual([expect.stringContaining("'integrity' attribute")]);
      expect(await page.evaluate(() => customElements.get('embedded-dashboard'))).toBeUndefined();
    });
  });
});

describe('the host', () => {
  /** Runs a script in plain Node, and returns its output. */
  function run(script: string): string {
    const host = pathToFileURL(`${BUILT_PACKAGE}/host.js`).href;
    const args = ['--input-type=module', '--eval', script.replace('host.js', host)];
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  it('contains all its dependencies, so that it loads without Node', () => {
    expect(
      run(
        "const { sessionIdFrom } = await import('host.js'); console.log(sessionIdFrom('a').length)",
      ),
    ).toBe('43');
    // The comments have examples for Node.
    const code = read('host.js')
      .toString()
      .replaceAll(/\/\*.*?\*\//gs, '');
    expect(code).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(|\bprocess\.|\bBuffer\./m);
  });

  it('reports a missing setting in a few lines', () => {
    const start = (): string =>
      run("(await import('host.js')).createDashboardHost({ baseUrl: 'http://localhost' })");
    expect(start).toThrow(
      expect.objectContaining({
        stderr: expect.stringMatching(/^(.{0,200}\n){1,25}$/),
        message: expect.stringContaining('apiKey is missing: set it to the account’s key.'),
      }),
    );
  });
});

describe('the modules', () => {
  it('can be imported without a DOM', async () => {
    expect(globalThis).not.toHaveProperty('HTMLElement');
    expect(await import('../../../src/index.ts')).toHaveProperty('EmbeddedDashboardElement');
    const element = await import('../../../src/element/embedded-dashboard.ts');
    expect(Object.keys(element)).toEqual(['EmbeddedDashboardElement']);
  });

  it('import only each other and Lit, so that the application has one copy of Lit', () => {
    // The host is a bundle with its dependencies. React 18 is in its own entry.
    const modules = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
      /^(?!host|.*react18).*(?<!\.d)\.ts$/.test(name),
    );
    const imported = modules.flatMap((name) =>
      Array.from(readFileSync(`src/${name}`, 'utf8').matchAll(IMPORT), ([, from]) => from),
    );
    expect(new Set(imported.filter((from) => !from?.startsWith('.')))).toEqual(
      new Set(['@lit/reactive-element']),
    );
  });
});
