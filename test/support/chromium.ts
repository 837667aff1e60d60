import { type Browser, chromium } from 'playwright-core';
import { browserArgs, findHeadlessBrowser } from './browser.mjs';

/** Starts the Chromium of this machine, or the one from npm, without a window. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({ executablePath: await findHeadlessBrowser(), args: [...browserArgs] });
}
