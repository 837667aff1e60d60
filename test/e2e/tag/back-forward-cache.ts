import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { browserArgs, findBrowser } from '../../support/browser.mjs';

/**
 * Starts a Chromium with the back-forward cache, which Playwright disables. By default, Chromium drops a
 * page that does not freeze within three seconds. Chromium's own tests disable this limit as well.
 */
export async function launchCachingChromium(): Promise<Browser> {
  return puppeteer.launch({
    executablePath: await findBrowser(),
    args: [...browserArgs, '--disable-features=BackForwardCacheEntryTimeout'],
  });
}

/**
 * Goes to another page and back.
 * @returns The reasons why the browser loaded the page again; none if it came from the cache.
 */
export async function leaveAndReturn(page: Page): Promise<string[]> {
  const reasons: string[] = [];
  const session = await page.createCDPSession();
  session.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) => {
    reasons.push(...notRestoredExplanations.map(({ reason }) => reason));
  });
  await session.send('Page.enable');
  await page.goto('data:text/html,elsewhere');
  await page.goBack();
  await session.detach();
  return reasons;
}
