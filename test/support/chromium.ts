import { type Browser, type BrowserContext, chromium } from 'playwright-core';
import { browserArgs, fewerProcesses, findHeadlessBrowser, startChromium } from './browser.mjs';
import { PATIENCE_MS } from './patience.mjs';

/** The browser of this test worker. It ends with the worker's process. */
let shared: Promise<Browser> | undefined;

/** Starts a Chromium without a window. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = await findHeadlessBrowser();
  const args = [...browserArgs, ...fewerProcesses];
  return withPatience(await startChromium(() => chromium.launch({ executablePath, args })));
}

/**
 * Returns the Chromium that all tests of a worker share. Contexts separate their cookies, storage and permissions.
 * `close` closes only the contexts of this caller.
 */
export async function shareChromium(): Promise<Browser> {
  const isLost = shared && !(await shared).isConnected();
  if (!shared || isLost) shared = launchChromium();
  return lend(await shared);
}

function lend(browser: Browser): Browser {
  const contexts = new Set<BrowserContext>();
  const own: Pick<Browser, 'contexts' | 'newContext' | 'close'> = {
    contexts: () => [...contexts],
    newContext: async (options) => {
      const context = await browser.newContext(options);
      contexts.add(context);
      context.on('close', () => contexts.delete(context));
      return context;
    },
    close: async () => {
      await Promise.all([...contexts].map((context) => context.close()));
    },
  };
  // `newPage` calls the `newContext` of its object.
  return Object.assign(Object.create(browser) as Browser, own);
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
