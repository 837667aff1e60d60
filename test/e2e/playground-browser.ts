import { setTimeout as wait } from 'node:timers/promises';
import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import {
  type Browser,
  type BrowserContextOptions,
  type Frame,
  type Locator,
  type Page,
  type Response,
} from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { ConditionsView } from '../../demo/playground/host/conditions.ts';
import type { SessionView } from '../../demo/playground/host/session-view.ts';
import { type Playground, startPlayground } from '../../demo/playground/host/playground.ts';
import { isLive, launchEngine, reportsBodies } from '../support/live-demo.ts';
import { serveLiveDemo } from '../support/serve-live-demo.ts';
import { SETTINGS } from '../support/test-database.ts';
import { PATIENCE_MS } from '../support/patience.mjs';

/** Dashboards of the demo. */
export const GUIDS = {
  'Sales overview': '6f1c5a0e-3b7d-4c52-9a84-1d2e8f60b7c1',
  Delivery: '3a7e51c4-98d2-4b0f-a6e7-c15f20948bd3',
};

type Status = EmbeddedDashboardElement['status'];

/** A playground on free ports and a browser to visit it with. */
export interface PlaygroundBrowser extends AsyncDisposable {
  playground: Playground;
  browser: Browser;
  /** Opens a new visitor's page with these settings, and waits until its dashboard has this status. */
  visit: (search?: string, status?: Status, options?: VisitOptions) => Promise<Page>;
}

/** Options of a new visitor. */
interface VisitOptions extends BrowserContextOptions {
  /** Is called before the page is opened. */
  prepare?: (page: Page) => unknown;
}

/** Options of a visitor whose pages draw the timeline every five seconds: each drawing costs processor time. */
export const CALM: VisitOptions = { reducedMotion: 'reduce' };

/** The token lifetimes of a playground. */
interface TokenLives {
  /** The service's option of that name. */
  tokenLifetimeSeconds?: number;
  /** Default: false, unlike that of the playground. No token is renewed in the middle of a test. */
  hasShortTokens?: boolean;
}

/** Opens a playground that stores nothing on disk. */
export async function openPlayground({
  hasShortTokens = false,
  engine,
  ...options
}: TokenLives & { engine?: string } = {}): Promise<PlaygroundBrowser> {
  const apiKey = 'key-that-no-browser-may-see';
  const service = { port: 0, ...SETTINGS, apiKey, ...options };
  const playground = isLive
    ? await serveLiveDemo()
    : await startPlayground({ port: 0, service, hasShortTokens });
  const browser = await launchEngine(engine);
  return {
    playground,
    browser,
    visit: async (search = '', status = 'ready', { prepare, ...contextOptions } = {}) => {
      const page = await (await browser.newContext(contextOptions)).newPage();
      await prepare?.(page);
      // Each visitor of the live demo has a server that begins with short tokens.
      const life = isLive && !hasShortTokens && !search.includes('life=') ? 'life=long' : '';
      const query = [search.replace('?', ''), life].filter(Boolean).join('&');
      await page.goto(`${playground.url}/${query && `?${query}`}`);
      await untilStatus(page, status);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      await playground.close();
    },
  };
}

/** Opens a playground that all tests of a file share. */
export function sharePlayground(): PlaygroundBrowser {
  const shared = {} as PlaygroundBrowser;
  beforeAll(async () => void Object.assign(shared, await openPlayground()));
  afterAll(() => shared[Symbol.asyncDispose]());
  return shared;
}

/** Returns the settings in the page's address. In Firefox, the driver learns of changes late. */
export function searchOf(page: Page): Promise<string> {
  return page.evaluate(() => location.search);
}

/** Waits until the element has this status. */
export async function untilStatus(page: Page, status: Status): Promise<void> {
  await until(status, () =>
    page.evaluate(() => document.querySelector('embedded-dashboard')?.status),
  );
}

/**
 * Waits until `read` returns the expected value. Not `waitForFunction`: in Firefox, the page's Content-Security-Policy
 * forbids its evaluation. Not `expect.poll`: concurrent tests have their own `expect`.
 */
async function until<Value>(expected: Value, read: () => Promise<Value>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    const found = await read();
    if (found === expected) return;
    if (Date.now() > end) throw new Error(`Found ${String(found)}, not ${String(expected)}.`);
    await wait(50);
  }
}

/** Returns the frame on screen. Right after a swap, the old frame is still below it. */
export function shownFrame(page: Page): Locator {
  return page.locator('embedded-dashboard iframe:not([inert])').last();
}

/** Returns the address of the dashboard on screen. */
export async function shownAddress(page: Page): Promise<string> {
  return (await shownFrame(page).getAttribute('src')) ?? '';
}

/** Returns the document of the dashboard on screen. */
export async function frameOf(page: Page): Promise<Frame> {
  const frame = await shownFrame(page).elementHandle();
  return (await frame.contentFrame())!;
}

/** Waits until another dashboard than the one at this address is on screen, alone. */
export async function untilSwapped(page: Page, address: string): Promise<void> {
  await expect.poll(() => shownAddress(page)).not.toBe(address);
  await expect.poll(() => page.locator('embedded-dashboard iframe').count()).toBe(1);
}

/** Returns the exact value of a number tile on screen. */
export async function shownFigure(page: Page, tile: string): Promise<string | null> {
  const figure = shownFrame(page).contentFrame().locator(`[data-tile="${tile}"] .figure`);
  return figure.getAttribute('data-value');
}

/** Fills a text field and leaves it, or selects an option. */
export async function fill(page: Page, name: string, value: string): Promise<void> {
  const field = page.locator(`[name="${name}"]`);
  await openGroups(page);
  if ((await field.evaluate((control) => control.tagName)) === 'SELECT') {
    await field.selectOption(value);
  } else {
    // By keys: after `fill`, Firefox reports no change.
    await field.press('ControlOrMeta+a');
    await field.press('Delete');
    await field.pressSequentially(value);
    await field.blur();
  }
}

/** Opens the settings that most visitors do not need. */
export async function openGroups(page: Page): Promise<void> {
  await page.locator('#settings details').evaluateAll((groups) => {
    for (const group of groups as HTMLDetailsElement[]) group.open = true;
  });
}

export async function choose(page: Page, name: string): Promise<void> {
  await openGroups(page);
  await page.getByRole('radio', { name, exact: true }).check({ force: true });
}

/** Chooses a fault, and waits until the host application has applied it. */
export async function setFault(page: Page, fault: string): Promise<void> {
  const isSet = (response: Response): boolean => {
    const request = response.request();
    if (request.method() !== 'PUT') return false;
    if (!reportsBodies) return true;
    return (request.postDataJSON() as Partial<ConditionsView> | null)?.fault === fault;
  };
  await Promise.all([page.waitForResponse(isSet), page.locator('#fault').selectOption(fault)]);
}

/** Opens the menu of actions, and chooses the one with an `id`. */
export async function chooseAction(page: Page, id: string): Promise<void> {
  await page.locator('#more').click();
  await page.locator(`#${id}`).click();
}

/** Removes the fault, and reloads the dashboard until it is ready. */
export async function heal(page: Page): Promise<void> {
  await setFault(page, 'none');
  await page.locator('#reload').click();
  await untilStatus(page, 'ready');
}

/** Returns the log's entries, latest first. */
export function logOf(page: Page): Promise<string[]> {
  return page.getByRole('log').locator('li').allTextContents();
}

export async function untilLogged(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('log').locator('li', { hasText: text }).first().waitFor();
}

/** Opens another tab of the same visitor, with the same settings. */
export async function openTab(page: Page, status: Status = 'ready'): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await untilStatus(tab, status);
  return tab;
}

/** Returns the part after the token in the address of the dashboard on screen. */
export async function shownLook(page: Page): Promise<string> {
  return (await shownAddress(page)).replace(/^.*\/Tdb\/[^?]+/, '');
}

/** Returns the text below the dashboard's title, which names the region of its data. */
export function regionOf(page: Page): Promise<string | null> {
  return shownFrame(page).contentFrame().locator('.shown-parameters').textContent();
}

/** Waits until the lifetime of new tokens is a minute, or two hours. */
export async function untilLifetime(page: Page, life: 'short' | 'long'): Promise<void> {
  await until(life, () =>
    page.evaluate(async () => {
      const conditions = (await (await fetch('/conditions')).json()) as ConditionsView;
      return conditions.hasShortTokens ? 'short' : 'long';
    }),
  );
}

/** Waits until the session at the host application is this user's, and checks that the page shows this user. */
export async function untilSession(page: Page, user: string | null): Promise<void> {
  await until(user, () =>
    page.evaluate(async () => {
      const { user: found } = (await (await fetch('/session')).json()) as SessionView;
      return found?.id ?? null;
    }),
  );
  expect(await page.getByLabel('Signed in as').inputValue()).toBe(user ?? '');
}
