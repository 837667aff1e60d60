import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { launchChromium } from '../support/chromium.ts';

export const VIEWPORT = { width: 1280, height: 720 };

let browser: Promise<Browser> | undefined;
/** The pages that all tests of this worker share, by the options of their contexts. */
const shared = new Map<string, Promise<Page>>();
/** The errors of scripts and the violations of the content security policy since the last test. */
const faults: string[] = [];

/** Returns the browser of this worker. It ends with the worker. */
function findBrowser(): Promise<Browser> {
  browser ??= launchChromium();
  return browser;
}

async function openPage(options: BrowserContextOptions): Promise<Page> {
  const context = await (await findBrowser()).newContext({ viewport: VIEWPORT, ...options });
  const page = await context.newPage();
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('console', (message) => {
    const text = message.text();
    if (text.includes('Content Security Policy')) faults.push(text);
  });
  return page;
}

/**
 * Returns functions that open pages, for the tests of a file. A test fails if a script of its page throws, or if the
 * content security policy of the page refuses something.
 */
export function usePages() {
  const own: Page[] = [];
  afterEach(async () => {
    for (const page of own.splice(0)) await page.context().close();
    expect(faults.splice(0)).toEqual([]);
  });
  return {
    /** Returns the page with these options that all tests of this worker share. Its cache has the scripts. */
    async share(options: BrowserContextOptions = {}): Promise<Page> {
      const key = JSON.stringify(options);
      if (!shared.has(key)) shared.set(key, openPage(options));
      const page = (await shared.get(key))!;
      await page.setViewportSize(VIEWPORT);
      await page.mouse.move(0, 0);
      return page;
    },
    /** Returns a page with a context of its own. It is closed after the test. */
    async create(options: BrowserContextOptions): Promise<Page> {
      const page = await openPage(options);
      own.push(page);
      return page;
    },
  };
}
