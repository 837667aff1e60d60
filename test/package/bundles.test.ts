import { readdirSync, readFileSync } from 'node:fs';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DashboardSite, untilReady } from '../support/dashboard-site.ts';
import { bundle, type BundlerName, BUNDLERS } from './bundlers.ts';
import { APPLICATION } from './packed-package.ts';

const SOURCES = {
  page: `import 'embedded-dashboard';`,
  worker: `
    import { DashboardError } from 'embedded-dashboard';
    import { EmbeddedDashboardElement } from 'embedded-dashboard/element';
    const { code } = new DashboardError('config', 'A message.');
    // Waits, because the package removes its stand-in for HTMLElement in a microtask.
    setTimeout(() => postMessage([code, typeof EmbeddedDashboardElement, typeof HTMLElement]));`,
  'own-name': `
    import { EmbeddedDashboardElement } from 'embedded-dashboard/element';
    customElements.define('own-dashboard', EmbeddedDashboardElement);`,
  'error-alone': `
    import { DashboardError } from 'embedded-dashboard';
    document.title = new DashboardError('config', 'A message.').code;`,
  'types-by-name': ['react', 'preact', 'solid', 'vue', 'svelte']
    .map((framework) => `import 'embedded-dashboard/${framework}';`)
    .concat(`document.title = 'the application';`)
    .join('\n'),
};

/** Matches each bundler's error for an entry that the package does not have for browsers. */
const REFUSAL = /\.\/host"? is not exported|Could not resolve .*"embedded-dashboard\/host"/;

describe.for(Object.keys(BUNDLERS) as BundlerName[])('a bundle of %s', (name) => {
  let site: DashboardSite;

  beforeAll(async () => {
    site = await DashboardSite.open(await bundle(name, SOURCES));
  });

  afterAll(() => site[Symbol.asyncDispose]());

  it('shows a dashboard', async () => {
    const { page, said } = await site.visit('<script type="module" src="/page.js"></script>');
    expect(await untilReady(page)).toContain('/Tdb/a-token-of-the-host?theme=dark&color=$ffcc00');
    expect(said).toEqual([]);
  });

  it('loads in a worker, and leaves no global of a page there', async () => {
    const { page } = await site.visit('');
    expect(await askWorker(page, '/worker.js')).toEqual(['config', 'function', 'undefined']);
  });

  it('registers only the name that the page chose for the class', async () => {
    const { page } = await site.visit('<script type="module" src="/own-name.js"></script>');
    expect(await registered(page, 'own-dashboard')).toBe(true);
    expect(await registered(page, 'embedded-dashboard')).toBe(false);
  });

  it('registers the tag even if the page imports only something else from the same entry', async () => {
    const { page } = await site.visit('<script type="module" src="/error-alone.js"></script>');
    expect(await page.title()).toBe('config');
    expect(await registered(page, 'embedded-dashboard')).toBe(true);
  });

  it('treats the types of a framework as an empty module', async () => {
    const { page, said } = await site.visit(
      '<script type="module" src="/types-by-name.js"></script>',
    );
    expect(await page.title()).toBe('the application');
    expect(await registered(page, 'embedded-dashboard')).toBe(false);
    expect(said).toEqual([]);
  });

  it('contains nothing of an unused class', async () => {
    const folder = await bundle(name, {
      unused: `import { EmbeddedDashboardElement } from 'embedded-dashboard/element';
        console.log('the application');`,
    });
    const code = readAll(folder);
    expect(code).toContain('the application');
    expect(code).not.toMatch(/dashboard|ReactiveElement|HTMLElement/i);
  });

  it('cannot contain the host', async () => {
    const source = `import { createDashboardHost } from 'embedded-dashboard/host';
      createDashboardHost({});`;
    await expect(bundle(name, { host: source })).rejects.toThrow(REFUSAL);
  });
});

describe('the host', () => {
  const CONDITIONS = ['workerd', 'worker', 'edge-light', 'deno', 'bun'];
  const source = `
    import { createDashboardHost } from 'embedded-dashboard/host';
    const baseUrl = 'https://bi.example.com';
    const dashboards = createDashboardHost({ baseUrl, apiKey: 'a-key', resolve: () => null });
    const page = location.origin + '/dashboards/6f1c5a0e-1111-4222-8333-444455556666';
    const answer = await dashboards.fetch(new Request(page));
    postMessage([answer.status, (await answer.json()).error.code]);`;
  const folder = `${APPLICATION}/bundles/host`;
  let site: DashboardSite;

  beforeAll(async () => {
    site = await DashboardSite.open(folder);
  });

  afterAll(() => site[Symbol.asyncDispose]());

  it.for(CONDITIONS)('answers without Node, bundled for %s', async (condition) => {
    await build({
      stdin: { contents: source, resolveDir: APPLICATION },
      outfile: `${folder}/${condition}.js`,
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      conditions: [condition],
      logLevel: 'silent',
    });
    const { page } = await site.visit('');
    expect(await askWorker(page, `/${condition}.js`)).toEqual([401, 'unauthenticated']);
  });
});

/** Starts a module worker and returns its first message. */
function askWorker(page: Page, url: string): Promise<unknown> {
  return page.evaluate((script) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const worker = new Worker(script, { type: 'module' });
    worker.addEventListener('message', ({ data }) => resolve(data));
    worker.addEventListener('error', ({ message }) => reject(new Error(message)));
    return promise;
  }, url);
}

function registered(page: Page, name: string): Promise<boolean> {
  return page.evaluate((tag) => customElements.get(tag) !== undefined, name);
}

function readAll(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(`${folder}/${file}`, 'utf8'))
    .join('\n');
}
