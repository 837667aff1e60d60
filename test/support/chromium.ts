import { type Browser, chromium } from 'playwright-core';
import { browserArgs, findHeadlessBrowser } from './browser.mjs';
import { PATIENCE_MS } from './patience.mjs';

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
