import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { type FileServer, serveFiles } from '../support/file-server.ts';

const DIST = 'site/dist';
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

let server: FileServer;
let browser: Browser;

beforeAll(async () => {
  // The test runner's own mode is not that of a build.
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync('npm', ['run', 'docs:build'], { stdio: 'ignore', env });
  server = await serveFiles(DIST);
  browser = await launchChromium();
}, 300_000);

afterAll(async () => {
  await browser.close();
  await server[Symbol.asyncDispose]();
});

const VIEWS: Record<string, BrowserContextOptions> = {
  'a wide screen': { viewport: { width: 1440, height: 900 } },
  'a phone': { viewport: { width: 390, height: 844 } },
  'dark mode': { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
};

it.for(Object.entries(VIEWS))(
  'has pages without an axe violation that fit: %s',
  { timeout: 300_000 },
  async ([, options]) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    for (const path of findPages()) {
      await page.goto(server.url + path);
      await page.locator('main, [role=main]').waitFor();
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') };
        const { violations } = await axe.run(document);
        const isTooWide = document.documentElement.scrollWidth > innerWidth;
        return [...violations.map(({ id }) => id), ...(isTooWide ? ['too wide'] : [])];
      });
      faults.push(...found.map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
    await context.close();
  },
);

it('finds pages by a local search', async () => {
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('row-level security');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option').first().textContent()).toContain('Row-level security');
  await page.close();
});

function findPages(): string[] {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
  return files.filter((path) => /^(?!404|demo\/(index|live)).*\.html$/.test(path));
}
