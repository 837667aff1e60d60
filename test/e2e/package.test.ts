import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT_PACKAGE } from '../support/build-package.ts';
import { DashboardSite, untilReady } from '../support/dashboard-site.ts';

const CDN_FILE = 'embedded-dashboard.min.js';

/** The specifier of each import or re-export of a module. */
const IMPORT = /^(?:import|export)(?: [\w{}*, ]+ from)? ["']([^"']+)["']/gm;

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
    it(`shows a dashboard with ${head}`, async () => {
      const { page, said } = await site.visit(head);
      expect(await untilReady(page)).toBe(
        `${site.baseUrl}/Tdb/a-token-of-the-host?theme=dark&color=$ffcc00`,
      );
      expect(said).toEqual([]);
    });
  }

  it('loads a dashboard again after a logout', async () => {
    const { page } = await site.visit(`<script src="/${CDN_FILE}" defer></script>`);
    await untilReady(page);
    const element = page.locator('embedded-dashboard');
    type Tag = HTMLElementTagNameMap['embedded-dashboard'];
    await element.evaluate((tag: Tag) => tag.logout());
    expect(await element.evaluate((tag: Tag) => tag.status)).toBe('logged-out');
    expect(await page.locator('embedded-dashboard iframe').count()).toBe(0);
    await element.evaluate((tag: Tag) => tag.reload());
    expect(await element.evaluate((tag: Tag) => tag.status)).toBe('ready');
  });

  it('warns once and keeps the first copy if the page loads it twice', async () => {
    const { page, said } = await site.visit(
      `<script src="/${CDN_FILE}" defer></script><script src="/${CDN_FILE}?again" defer></script>`,
    );
    await untilReady(page);
    expect(said).toEqual(['embedded-dashboard is registered already.']);
  });

  it('adds only the global names by which copies of Lit and of the element find each other', async () => {
    const { page } = await site.visit('');
    const names = (): Promise<string[]> => page.evaluate(() => Object.keys(window));
    const before = await names();
    await page.addScriptTag({ url: `/${CDN_FILE}` });
    expect(await names()).toEqual([
      ...before,
      'reactiveElementVersions',
      'embeddedDashboardFrames',
    ]);
  });

  it('has its hash in the file next to it, as all files for a CDN', () => {
    const hashes = JSON.parse(read('integrity.json').toString()) as Record<string, string>;
    const files = readdirSync(BUILT_PACKAGE).filter((name) => name.endsWith('.min.js'));
    expect(Object.keys(hashes)).toEqual(expect.arrayContaining([...files, 'locales/de.js']));
    for (const [file, hash] of Object.entries(hashes)) {
      expect([file, hash]).toEqual([
        file,
        `sha384-${createHash('sha384').update(read(file)).digest('base64')}`,
      ]);
    }
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

describe('the modules', () => {
  /** Runs a script in plain Node, without a DOM, and returns its output. */
  function run(script: string): string {
    const modules = pathToFileURL(`${BUILT_PACKAGE}/`).href;
    const args = ['--input-type=module', '--eval', script.replaceAll('dist/', modules)];
    return execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' }).trim();
  }

  it('can be imported without a DOM', () => {
    expect(
      run(
        "const m = await import('dist/index.js'); console.log(typeof m.EmbeddedDashboardElement)",
      ),
    ).toBe('function');
    expect(
      run(
        "const m = await import('dist/element/embedded-dashboard.js'); console.log(Object.keys(m).join())",
      ),
    ).toBe('EmbeddedDashboardElement');
  });

  it('contain the host with all its dependencies, so that it loads without Node', () => {
    expect(
      run(
        "const { sessionIdFrom } = await import('dist/host.js'); console.log(sessionIdFrom('a').length)",
      ),
    ).toBe('43');
    // The comments have examples for Node.
    const code = read('host.js')
      .toString()
      .replaceAll(/\/\*.*?\*\//gs, '');
    expect(code).not.toMatch(/^\s*import\b|\bimport\(|\brequire\(|\bprocess\.|\bBuffer\./m);
  });

  it('report a missing setting in a few lines', () => {
    const start = (): string =>
      run("(await import('dist/host.js')).createDashboardHost({ baseUrl: 'http://localhost' })");
    expect(start).toThrow(
      expect.objectContaining({
        stderr: expect.stringMatching(/^(.{0,200}\n){1,25}$/),
        message: expect.stringContaining('apiKey is missing: set it to the account’s key.'),
      }),
    );
  });

  it('import only each other and Lit, so that the application has one copy of Lit', () => {
    const modules = readdirSync(BUILT_PACKAGE, { recursive: true, encoding: 'utf8' }).filter(
      (name) => /(?<!\.min|^host|^command|react18)\.js$/.test(name) && !name.startsWith('doctor'),
    );
    const imported = modules.flatMap((name) =>
      Array.from(read(name).toString().matchAll(IMPORT), ([, from]) => from),
    );
    expect(new Set(imported.filter((from) => !from?.startsWith('.')))).toEqual(
      new Set(['@lit/reactive-element']),
    );
  });

  it('match the source modules one to one, with their comments', () => {
    expect(read('element/logout.js').toString()).toMatch(/^\/\*\* .* \*\/$/m);
  });
});
