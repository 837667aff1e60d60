import { type Browser, chromium } from 'playwright-core';
import { browserArgs, findHeadlessBrowser } from './browser.mjs';

/** The time limit of each step in a browser. It only ends tests that hang: a slow machine needs long for a page. */
export const PATIENCE_MS = 150_000;

/** Starts the Chromium of this machine, or the one from npm, without a window. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findHeadlessBrowser();
  return withPatience(await chromium.launch({ executablePath, args: [...browserArgs] }));
}

/** Gives the pages of a browser more time than the driver's 30 seconds. */
export function withPatience(browser: Browser): Browser {
  const open = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await open(options);
    context.setDefaultTimeout(PATIENCE_MS);
    return context;
  };
  return browser;
}
