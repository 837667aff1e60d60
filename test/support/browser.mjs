import { existsSync } from 'node:fs';
import process from 'node:process';

const INSTALLED = [
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

/** Command line switches that keep a browser under test to itself. */
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

/**
 * The path of a Chromium: `CHROME_PATH`, an installed one, or the one that comes from npm.
 * @returns {Promise<string>}
 * @throws {Error} one line on what to install, where none of them can run.
 */
export async function findBrowser() {
  const installed = INSTALLED.find((path) => path && existsSync(path));
  if (installed) return installed;
  if (process.platform === 'linux' && process.arch === 'x64') {
    // It brings the system's libraries along, but unpacks them only where this says so.
    process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs20.x';
    const { default: chromium } = await import('@sparticuz/chromium');
    return chromium.executablePath();
  }
  throw new Error('No browser found: install Chrome, Chromium or Edge, or set CHROME_PATH.');
}
