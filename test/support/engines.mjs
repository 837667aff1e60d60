import process from 'node:process';
import { chromeLauncher } from '@web/test-runner-chrome';
import puppeteer from 'puppeteer-core';
import {
  browserArgs,
  fewerProcesses,
  findBrowser,
  findFirefox,
  findHeadlessBrowser,
  findWebKit,
  startChromium,
} from './browser.mjs';
import { tier } from './tier.mjs';
import { webkitLauncher } from './webkit-launcher.mjs';
import { PATIENCE_MS } from './patience.mjs';

// SIGINT is the only signal at which Puppeteer ends a second browser together with the run.
for (const signal of ['SIGTERM', 'SIGHUP']) {
  process.once(signal, () => process.emit('SIGINT', 'SIGINT'));
}

/** Puppeteer only opens pages. Without these, it follows each request and each frame of another site. */
const unwatched = {
  networkEnabled: false,
  issuesEnabled: false,
  targetFilter: (target) => target.type() !== 'iframe',
};

const ENGINES = {
  Chromium: async () =>
    chromeLauncher({
      puppeteer: { launch: (options) => startChromium(() => puppeteer.launch(options)) },
      launchOptions: {
        executablePath: await findChromium(),
        args: [...browserArgs, ...fewerProcesses],
        timeout: PATIENCE_MS,
        protocolTimeout: PATIENCE_MS,
        ...unwatched,
      },
      createPage: ({ context }) => openFocusedPage(context),
      concurrency: 4,
    }),
  Firefox: async ({ hasForcedColors = false }) =>
    chromeLauncher({
      puppeteer,
      launchOptions: {
        browser: 'firefox',
        executablePath: findFirefox(),
        timeout: PATIENCE_MS,
        protocolTimeout: PATIENCE_MS,
        // 2 means "always".
        extraPrefsFirefox: hasForcedColors ? { 'browser.display.document_color_use': 2 } : {},
      },
      createPage: ({ context }) => openPage(context),
    }),
  WebKitGTK: async () => webkitLauncher(findWebKit()),
};

function findChromium() {
  return tier.hasWholeBrowser ? findBrowser() : findHeadlessBrowser();
}

/** Opens a page with patience. */
async function openPage(context, options = {}) {
  const page = await context.newPage(options);
  page.setDefaultTimeout(PATIENCE_MS);
  return page;
}

/**
 * Opens a page with emulated focus, so that several pages of one browser run at once. Its tests turn forced colors on and
 * off with `setForcedColors`.
 */
async function openFocusedPage(context) {
  const page = await openPage(context, { type: 'window' });
  const session = await page.createCDPSession();
  await session.send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await page.exposeFunction('setForcedColors', async (isOn) => {
    const features = [{ name: 'forced-colors', value: isOn ? 'active' : 'none' }];
    await session.send('Emulation.setEmulatedMedia', { features });
  });
  return page;
}

/** Returns the engines of this run: the one that `ENGINE` names, or those of the tier. */
function wantedEngines() {
  const { ENGINE } = process.env;
  return ENGINE ? [ENGINE] : (tier.engines ?? Object.keys(ENGINES));
}

/**
 * Returns launchers for the engines among `names` that this run wants and that are installed. Prints how to
 * install the others.
 * @param {string[]} [names]
 * @param {{ hasForcedColors?: boolean }} [page]
 * @returns {Promise<import('@web/test-runner').BrowserLauncher[]>}
 */
export async function installedEngines(names = Object.keys(ENGINES), page = {}) {
  const launchers = [];
  for (const name of wantedEngines().filter((wanted) => names.includes(wanted))) {
    try {
      launchers.push(await ENGINES[name](page));
    } catch (error) {
      console.log(error.message);
    }
  }
  return launchers;
}
