import process from 'node:process';
import { chromeLauncher } from '@web/test-runner-chrome';
import puppeteer from 'puppeteer-core';
import { browserArgs, findBrowser, findFirefox, findWebKit } from './browser.mjs';
import { tier } from './tier.mjs';
import { webkitLauncher } from './webkit-launcher.mjs';

// Puppeteer ends a second browser with the run at no other signal.
for (const signal of ['SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.emit('SIGINT', 'SIGINT'));
}

const ENGINES = {
  Chromium: async () =>
    chromeLauncher({
      puppeteer,
      launchOptions: { executablePath: await findBrowser(), args: browserArgs },
      createPage: openFocusedPage,
      concurrency: 4,
    }),
  Firefox: async () =>
    chromeLauncher({
      puppeteer,
      launchOptions: { browser: 'firefox', executablePath: findFirefox() },
    }),
  WebKitGTK: async () => webkitLauncher(findWebKit()),
};

/** Opens a page that believes it has the focus, so that several pages of one browser run at once. */
async function openFocusedPage({ context }) {
  const page = await context.newPage({ type: 'window' });
  const session = await page.createCDPSession();
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  return page;
}

/**
 * Launchers of the tier's engines that are installed, or of the one that `ENGINE` names. Prints their
 * names, and how to install the others.
 * @returns {Promise<import('@web/test-runner').BrowserLauncher[]>}
 * @throws {Error} if none is installed.
 */
export async function installedEngines(only = process.env.ENGINE) {
  const names = only ? [only] : (tier.engines ?? Object.keys(ENGINES));
  const launchers = [];
  for (const name of names) {
    try {
      launchers.push(await ENGINES[name]());
    } catch (error) {
      console.log(error.message);
    }
  }
  if (launchers.length === 0) throw new Error('There is no browser to run the tests in.');
  console.log(`The tests run in ${launchers.map(({ name }) => name).join(', ')}.`);
  return launchers;
}
