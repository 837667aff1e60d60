import { type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareChromium } from '../../support/chromium.ts';
import { MISTAKES } from '../../support/mistakes.ts';
import { areAllReady, type LateDashboards, serveLateDashboards } from './late-dashboards.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

let browser: Browser;
let context: BrowserContext;
let late: LateDashboards;

beforeAll(async () => {
  browser = await shareChromium();
});

afterAll(() => browser.close());

beforeEach(async () => {
  late = await serveLateDashboards();
  context = await browser.newContext();
});

afterEach(async () => {
  await context.close();
  await late[Symbol.asyncDispose]();
});

async function openPage(count = 1): Promise<Page> {
  const page = await context.newPage();
  await page.goto(late.page(count));
  await page.waitForFunction(areAllReady);
  return page;
}

/** Runs in the page: sets the logout address of its elements. */
function setLogoutUrl(): void {
  for (const element of document.querySelectorAll<Tag>('embedded-dashboard')) {
    element.logoutUrl = '/logout';
  }
}

/** Runs in the page: records the events of its element. */
function watch(): void {
  const events: string[] = [];
  const element = document.querySelector<Tag>('embedded-dashboard')!;
  for (const type of ['load', 'refreshed', 'expired', 'expiring', 'logout', 'error']) {
    element.addEventListener(`dashboard-${type}`, (event) => {
      events.push('reason' in event ? `${type}: ${String(event.reason)}` : type);
    });
  }
  Object.assign(window, { events });
}

function eventsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { events: string[] }).events);
}

function swap(page: Page): Promise<void> {
  return page.evaluate(() => document.querySelector<Tag>('embedded-dashboard')!.reload());
}

describe('a dashboard', () => {
  it('cannot navigate the page, even after a click in it', async () => {
    late.pages.set('/Tdb', '<button onclick="top.location = \'/elsewhere\'">Go</button>');
    const page = await openPage();
    const address = page.url();
    const refusal = page.waitForEvent('console', (message) => /navigat/.test(message.text()));
    await page.frames()[1]!.locator('button').click();
    await refusal;
    expect(page.url()).toBe(address);
    expect(await page.evaluate(areAllReady)).toBe(true);
  });

  it('that the user has left by a link is at its own address again after a swap', async () => {
    late.pages.set('/Tdb', '<a href="/inside">In</a>');
    late.pages.set('/inside', '<h1>Inside</h1>');
    const page = await openPage();
    await page.frames()[1]!.locator('a').click();
    await expect.poll(() => page.frames()[1]!.url()).toMatch(/\/inside$/);
    await swap(page);
    await expect.poll(() => page.frames().length).toBe(2);
    expect(page.frames()[1]!.url()).toMatch(/\/Tdb\/token-000002$/);
  });

  it('cannot affect the element with messages to the page', async () => {
    const posts = `<script>
      const url = location.ancestorOrigins[0] + '/logout';
      for (const data of ['logout', url, { type: 'dashboard-logout' }, { token: 'x' }, null]) {
        parent.postMessage(data, '*');
        new BroadcastChannel('embedded-dashboard').postMessage(data);
      }
    </script>`;
    late.pages.set('/Tdb', posts);
    const page = await openPage();
    await page.evaluate(setLogoutUrl);
    await page.evaluate(watch);
    await swap(page);
    // Messages arrive in their order.
    const last = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          addEventListener('message', ({ data }) => {
            if (data === 'last') resolve();
          });
        }),
    );
    await page.frames()[1]!.evaluate(() => parent.postMessage('last', '*'));
    await last;
    expect(await eventsOf(page)).toEqual(['load']);
    expect(await page.evaluate(areAllReady)).toBe(true);
  });
});

describe('a logout', () => {
  it('ends the dashboards of the other tabs, with one request to the host', async () => {
    const [page, other] = [await openPage(), await openPage()];
    for (const tab of [page, other]) {
      await tab.evaluate(setLogoutUrl);
      await tab.evaluate(watch);
    }
    await page.evaluate(() => document.querySelector<Tag>('embedded-dashboard')!.logout());
    await expect.poll(() => eventsOf(other)).toEqual(['logout: other-tab']);
    expect(await eventsOf(page)).toEqual(['logout: requested']);
    await expect.poll(() => [page.frames().length, other.frames().length]).toEqual([1, 1]);
    expect(late.logouts).toBe(1);
  });

  it('does not happen if a page is left or closed', async () => {
    const [page, other] = [await openPage(), await openPage()];
    for (const tab of [page, other]) await tab.evaluate(setLogoutUrl);
    await page.goto('about:blank');
    await other.close({ runBeforeUnload: true });
    // This request comes after any request of the two pages.
    const last = await openPage();
    await last.evaluate(setLogoutUrl);
    await last.evaluate(() => document.querySelector<Tag>('embedded-dashboard')!.logout());
    expect(late.logouts).toBe(1);
  });
});

it('continues if a listener throws, and reports the error to the page', async () => {
  const page = await openPage();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  await page.evaluate(() => {
    document.querySelector('embedded-dashboard')!.addEventListener('dashboard-load', () => {
      throw new Error('of the page');
    });
  });
  await swap(page);
  await swap(page);
  expect(errors).toEqual(['of the page', 'of the page']);
  expect(late.tokens).toBe(3);
});

it('shows nothing from an http service on an https page, and reports why', async () => {
  const page = await context.newPage();
  await page.route('https://app.example/**', async (route) => {
    const path = new URL(route.request().url()).pathname;
    const json = { token: 'token-of-https', baseUrl: 'http://bi.example' };
    if (path === '/token') return route.fulfill({ json });
    const response = await route.fetch({ url: new URL(path + '?count=1', late.page(1)).href });
    const contentType = 'text/html; charset=utf-8';
    return route.fulfill({ response, ...(path === '/' && { contentType }) });
  });
  await page.goto('https://app.example/');
  const failed = (): unknown => {
    const { status, error } = document.querySelector<Tag>('embedded-dashboard')!;
    return { status, code: error?.code, message: error?.message };
  };
  const { reader, developer } = MISTAKES[12];
  const message = expect.stringMatching(developer);
  await expect
    .poll(() => page.evaluate(failed))
    .toEqual({ status: 'failed', code: 'mixed-content', message });
  const text = page.locator('embedded-dashboard [part=message] p');
  await expect.poll(() => text.textContent()).toMatch(new RegExp(`^${reader}\\s*$`));
  expect(page.frames()).toHaveLength(1);
});

describe('two hundred elements', () => {
  it('of as many dashboards send at most eight requests at a time, and all become ready', async () => {
    late.delayMs = 100;
    await openPage(200);
    // On a slow machine, a frame may exceed its time limit. Its element then requests another token.
    expect(late.tokens).toBeGreaterThanOrEqual(200);
    expect(late.mostAtOnce).toBeLessThanOrEqual(8);
  });

  it('of one dashboard send one request, and all become ready', async () => {
    // A token that has opened a dashboard is not replaced, even if a later frame exceeds its time limit.
    const page = await openPage();
    await page.evaluate(() => {
      const element = document.querySelector('embedded-dashboard')!;
      for (let more = 1; more < 200; more++) element.after(element.cloneNode());
    });
    await page.waitForFunction(areAllReady);
    expect(await page.locator('embedded-dashboard').count()).toBe(200);
    expect(late.tokens).toBe(1);
  });
});
