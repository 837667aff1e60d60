import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { logInTo } from '../e2e/back-office/editor-page.ts';
import { chooseAction, regionOf, shownFrame, untilStatus } from '../e2e/playground-browser.ts';
import { serveFiles, type FileServer } from '../support/file-server.ts';
import { launchEngine, LIVE_DEMO } from '../support/live-demo.ts';

const SLOW_QUERY = 'SELECT count(*) AS n FROM generate_series(1, 100000000000)';

let browser: Browser;
let server: FileServer;
let context: BrowserContext;

beforeAll(async () => {
  browser = await launchEngine();
});

afterAll(() => browser.close());

beforeEach(async () => {
  server = await serveFiles(LIVE_DEMO, '/docs/demo/');
  context = await browser.newContext();
});

afterEach(async () => {
  await context.close();
  await server[Symbol.asyncDispose]();
});

async function visit(): Promise<Page> {
  const page = await context.newPage();
  await page.goto(server.url);
  await untilStatus(page, 'ready');
  return page;
}

async function openBackOffice(): Promise<Page> {
  const page = await context.newPage();
  await logInTo(`${server.url}service`, page);
  await page.getByRole('heading', { name: 'Dashboards', exact: true }).waitFor();
  return page;
}

async function addCompany(office: Page, name: string): Promise<void> {
  await office.getByRole('link', { name: 'Companies' }).click();
  await office.getByLabel('New company').fill(name);
  await office.getByRole('button', { name: 'Add' }).click();
  await office.getByRole('heading', { name }).waitFor();
}

describe('the live demo', () => {
  it.for(['/', '/any/path/'])('works on a server of static files at %s', async (path) => {
    await using files = await serveFiles(LIVE_DEMO, path);
    const page = await context.newPage();
    const missing: string[] = [];
    page.on('response', (answer) => answer.status() === 404 && missing.push(answer.url()));
    await page.goto(files.url);
    await untilStatus(page, 'ready');
    expect(await regionOf(page)).toContain('North');
    expect(missing).toEqual([]);
  });

  it('works without a network after the first visit', async () => {
    const page = await visit();
    // All files are loaded after the first dashboard.
    await expect.poll(() => countCached(page)).toBeGreaterThan(50);
    await server[Symbol.asyncDispose]();
    await page.reload();
    await untilStatus(page, 'ready');
    expect(await regionOf(page)).toContain('North');
  });

  it('continues in another tab when the tab with the server is closed', async () => {
    const first = await visit();
    const second = await visit();
    await first.close();
    await expect.poll(() => countTabs(second)).toEqual({ withServer: 1, waiting: 0 });
    await expect.poll(() => signedIn(second)).toBe('nora');
    await chooseAction(second, 'start-over');
    await untilStatus(second, 'ready');
  });

  it('shows how to open the demo again when all its tabs are closed', async () => {
    const page = await visit();
    const office = await openBackOffice();
    await page.close();
    await expect.poll(() => countTabs(office)).toEqual({ withServer: 0, waiting: 0 });
    await office.reload();
    await office.getByRole('heading', { name: 'The live demo is closed' }).waitFor();
    await visit();
    await office.reload();
    await office.getByLabel('Password').waitFor();
  });

  it('shows the commands of npm in a browser without service workers', async () => {
    await context.addInitScript(() => {
      Object.defineProperty(navigator, 'serviceWorker', { value: undefined });
    });
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByRole('heading', { name: 'This window cannot run the live demo' }).waitFor();
    await page.getByText('npm start').waitFor();
  });

  it('refuses data connections, and says why', async () => {
    await visit();
    const office = await openBackOffice();
    await office.getByRole('link', { name: 'Companies' }).click();
    await office.getByRole('link', { name: 'Aurora Coffee' }).first().click();
    await office.getByLabel('Name', { exact: true }).last().fill('warehouse');
    await office.getByLabel('Connection string').fill('postgres://me:secret@db.example.com/sales');
    await office
      .getByRole('button', { name: /add|save/i })
      .last()
      .click();
    await office.getByText('a browser cannot connect to a database server').waitFor();
  });

  it('stops a heavy query, and answers others meanwhile', async () => {
    const page = await visit();
    const office = await openBackOffice();
    const running = office.evaluate(async (sql) => {
      const draft = {
        title: 'Slow',
        subtitle: '',
        currency: 'EUR',
        shownParameters: [],
        datasets: [{ name: 'slow', sql }],
        tiles: [],
      };
      const response = await fetch('dashboards/preview', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
        body: JSON.stringify({ draft, parameters: {}, companyId: 1 }),
      });
      return response.text();
    }, SLOW_QUERY);
    await page.locator('#reload').click();
    await shownFrame(page)
      .contentFrame()
      .getByRole('heading', { name: 'Sales overview' })
      .waitFor();
    expect(await running).toContain('The query took too long.');
  });

  it('keeps data if the reader wants, and removes them with Reset', async () => {
    let page = await visit();
    await page.getByLabel('Keep my data').check();
    await page.locator('#start').waitFor();
    await untilStatus(page, 'ready');
    await addCompany(await openBackOffice(), 'Kept Coffee');
    await expect.poll(() => isKept(page, 'Kept Coffee')).toBe(true);
    await page.close();
    page = await visit();
    const office = await openBackOffice();
    await office.getByRole('link', { name: 'Companies' }).click();
    await office.getByText('Kept Coffee').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.locator('#start').waitFor();
    await untilStatus(page, 'ready');
    const again = await openBackOffice();
    await again.getByRole('link', { name: 'Companies' }).click();
    await again.getByText('Aurora Coffee').first().waitFor();
    expect(await again.getByText('Kept Coffee').count()).toBe(0);
  });
});

/** Returns whether the kept database has a text. The service writes it in the background. */
function isKept(page: Page, text: string): Promise<boolean> {
  return page.evaluate(async (sought) => {
    const names = (await indexedDB.databases()).map(({ name }) => name!);
    const opening = indexedDB.open(names.find((name) => name.startsWith('/pglite/'))!);
    await new Promise((resolve) => opening.addEventListener('success', resolve));
    const reading = opening.result.transaction('FILE_DATA').objectStore('FILE_DATA').getAll();
    await new Promise((resolve) => reading.addEventListener('success', resolve));
    opening.result.close();
    const toText = (contents?: Uint8Array): string => new TextDecoder('latin1').decode(contents);
    return reading.result.some(({ contents }) => toText(contents).includes(sought));
  }, text);
}

/** Counts the tabs by their lock. A closed tab keeps it until the browser has ended its worker. */
function countTabs(page: Page): Promise<{ withServer: number; waiting: number }> {
  return page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    return { withServer: held.length, waiting: pending.length };
  });
}

function signedIn(page: Page): Promise<string | undefined> {
  return page.evaluate(async () => {
    const { user } = (await (await fetch('/session')).json()) as { user: { id: string } | null };
    return user?.id;
  });
}

function countCached(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const [name = ''] = await caches.keys();
    return (await (await caches.open(name)).keys()).length;
  });
}
