import { existsSync } from 'node:fs';
import process from 'node:process';
import { findNpmChromium } from './npm-chromium.mjs';
import { tier } from './tier.mjs';

const CHROMIUM = [
  process.env.CHROME_PATH,
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/snap/bin/chromium',
  '/usr/bin/microsoft-edge',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

/** The same engine without the browser's own windows. A page takes a third of the processor time. */
const HEADLESS_SHELL = ['/usr/bin/chromium-headless-shell'];

const FIREFOX = [
  process.env.FIREFOX_PATH,
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

const WEBKIT_DRIVER = ['/usr/bin/WebKitWebDriver'];
const XVFB = ['/usr/bin/Xvfb'];

/** Command line switches that isolate a browser under test. */
export const browserArgs = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // The sandbox of Chromium refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Further switches for most tests, which save processor time: fewer processes of the browser. */
export const fewerProcesses = tier.hasWholeBrowser
  ? []
  : ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2'];

/**
 * Starts a Chromium. Rarely it crashes before it opens a page, with a segmentation fault (exit code 139). Then it starts
 * once more.
 * @template Browser
 * @param {() => Promise<Browser>} launch
 * @returns {Promise<Browser>}
 */
export async function startChromium(launch) {
  try {
    return await launch();
  } catch (error) {
    console.log(`Chromium starts once more: ${error.message}`);
    return launch();
  }
}

/** Whether the headless shell from npm can run here. */
const hasNpmShell = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the path of a whole Chromium: `CHROME_PATH`, or an installed one. If there is none, it is the headless shell
 * from npm.
 * @returns {Promise<string>}
 * @throws {Error} if none of them can run. The message is one line that says what to install.
 */
export async function findBrowser() {
  const installed = firstOf(CHROMIUM);
  if (installed) return installed;
  if (hasNpmShell) return findNpmChromium();
  throw new Error('No browser found: install Chrome, Chromium or Edge, or set CHROME_PATH.');
}

/**
 * Returns the path of the fastest browser without a window: `CHROME_PATH`, Chromium's headless shell, that from npm, or
 * a whole Chromium.
 * @returns {Promise<string>}
 * @throws {Error} if none of them can run. The message is one line that says what to install.
 */
export async function findHeadlessBrowser() {
  const shell = firstOf([process.env.CHROME_PATH, ...HEADLESS_SHELL]);
  return shell ?? (hasNpmShell ? findNpmChromium() : findBrowser());
}

/**
 * Returns the path of a Firefox: `FIREFOX_PATH`, or an installed one.
 * @returns {string}
 * @throws {Error} if there is none. The message is one line that says what to install.
 */
export function findFirefox() {
  const installed = firstOf(FIREFOX);
  if (installed) return installed;
  throw new Error('No Firefox found: install it (Debian: firefox-esr), or set FIREFOX_PATH.');
}

/**
 * Returns whether {@link findFirefox} finds one.
 * @returns {boolean}
 */
export function hasFirefox() {
  return !!firstOf(FIREFOX);
}

/**
 * Returns the paths of WebKitGTK's driver, and of the X server that gives it a display.
 * @returns {{ driver: string, display: string }}
 * @throws {Error} if one of them is missing. The message is one line that says what to install.
 */
export function findWebKit() {
  const driver = firstOf(WEBKIT_DRIVER);
  const display = firstOf(XVFB);
  if (driver && display) return { driver, display };
  throw new Error(
    'No WebKitGTK found: on Linux install its driver and Xvfb (Debian: webkit2gtk-driver xvfb).',
  );
}

function firstOf(paths) {
  return paths.find((path) => path && existsSync(path));
}
