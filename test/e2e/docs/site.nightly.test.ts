import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shareChromium } from '../../support/chromium.ts';
import { type FileServer, serveFiles } from '../../support/file-server.ts';

const DIST = 'site/dist';
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

let server: FileServer;
let browser: Browser;

beforeAll(async () => {
  // The test runner's own mode is not that of a build.
  const { NODE_ENV: _, ...env } = process.env;
  execFileSync('npm', ['run', 'docs:build'], { stdio: 'ignore', env });
  server = await serveFiles(DIST);
  browser = await shareChromium();
});

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

it('has no link to a page, a heading or a file that is missing', async () => {
  const page = await browser.newPage();
  const broken: string[] = [];
  for (const path of findPages()) broken.push(...(await findBrokenLinks(page, path)));
  expect(targets.size).toBeGreaterThan(findPages().length);
  expect(broken).toEqual([]);
  await page.close();
});

it('loads nothing from another origin', async () => {
  const page = await browser.newPage();
  const others: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url)) others.push(request.url());
  });
  for (const path of findPages()) await page.goto(server.url + path);
  expect(others).toEqual([]);
  await page.close();
});

it('lists the Markdown of each page in llms.txt', async () => {
  const list = readFileSync(`${DIST}/llms.txt`, 'utf8');
  const links = Array.from(
    list.matchAll(/^- \[.+?\]\((.+?)\)(?:: .{20,})?$/gm),
    ([, link]) => link!,
  );
  const pages = findPages().map((path) => `/${path.replace(/html$/, 'md')}`);
  expect(pages.filter((path) => !links.includes(path))).toEqual(['/index.md']);
  for (const link of links) {
    expect(readFileSync(`${DIST}${link}`, 'utf8')).toBe(readFileSync(`.${link}`, 'utf8'));
  }
});

it.for([320, 390, 960, 1440])('shows the whole name at a width of %s pixels', async (width) => {
  const page = await browser.newPage({ viewport: { width, height: 800 } });
  await page.goto(server.url);
  const { nameEnd, roomEnd } = await page.evaluate(() => {
    const name = document.createRange();
    name.selectNodeContents(document.querySelector('.VPHero .name')!);
    const picture = document.querySelector('.VPHero .live');
    const hasPicture = picture?.checkVisibility();
    return {
      nameEnd: name.getBoundingClientRect().right,
      roomEnd: hasPicture ? picture!.getBoundingClientRect().left : innerWidth,
    };
  });
  expect(nameEnd).toBeLessThan(roomEnd);
  await page.close();
});

it('starts the live demo in place of its picture, and loads nothing of it before', async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(server.url, { waitUntil: 'networkidle' });
  expect(asked.filter((path) => path.startsWith('/demo/'))).toEqual([]);
  await page.getByRole('button', { name: 'Start it here' }).click();
  const demo = page.frameLocator('iframe[title="Live demo"]');
  await demo.locator('#status[data-status="ready"]').waitFor();
  await page.close();
});

it('finds pages by a local search', async () => {
  const page = await browser.newPage();
  await page.goto(server.url);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('row-level security');
  await page.getByRole('option').first().waitFor();
  expect(await page.getByRole('option').first().textContent()).toContain('Row-level security');
  await page.close();
});

/** Returns the broken addresses of a page, as the browser resolves them. Other origins are not visited. */
async function findBrokenLinks(page: Page, path: string): Promise<string[]> {
  await page.goto(server.url + path);
  const found = await page
    .locator('[href], [src]')
    .evaluateAll((elements) =>
      elements.map((element) =>
        'href' in element ? element.href : (element as HTMLImageElement).src,
      ),
    );
  const own = new Set(found.map(String).filter((address) => address.startsWith(server.url)));
  const answers = await Promise.all(
    [...own].map(async (address) => [address, await isFound(address)]),
  );
  return answers.flatMap(([address, isThere]) => (isThere ? [] : [`${path}: ${address}`]));
}

/** The text of each file that a link leads to; `null` if there is none. */
const targets = new Map<string, Promise<string | null>>();

async function isFound(address: string): Promise<boolean> {
  const { href, hash } = new URL(address);
  const file = href.slice(0, href.length - hash.length);
  if (!targets.has(file)) {
    targets.set(
      file,
      fetch(file).then((answer) => (answer.ok ? answer.text() : null)),
    );
  }
  const text = await targets.get(file)!;
  return text !== null && (!hash || text.includes(`id="${decodeURIComponent(hash.slice(1))}"`));
}

function findPages(): string[] {
  const files = readdirSync(DIST, { recursive: true, encoding: 'utf8' });
  return files.filter((path) => /^(?!404|demo\/(index|live)).*\.html$/.test(path));
}
