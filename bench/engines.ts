import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { browserArgs, findBrowser, findFirefox } from '../test/support/browser.mjs';

/** The page of a new visitor: without a cache, connections or a history. */
export interface Visit extends AsyncDisposable {
  page: Page;
}

/** A browser in which a bench runs. */
export interface Engine extends AsyncDisposable {
  name: string;
  visit: () => Promise<Visit>;
}

/** Speculative connections, which drivers turn off and visitors have on. */
const BACKGROUND = '--disable-background-networking';
const SPECULATION = { 'network.http.speculative-parallel-limit': 6 };
/** The time in which a new browser settles. */
export const REST_MS = 500;

/** Host names that resolve to this machine, and the hash of the public key of their certificates. */
export interface Sites {
  hosts: readonly string[];
  /** SHA-256, in base64. */
  keyHash: string;
}

/** Launches headless Chromium, and headless Firefox if it is installed. Both accept the certificates of `sites`. */
export async function launchEngines(sites?: Sites): Promise<Engine[]> {
  const engines = [await launchChromium(sites)];
  try {
    engines.push(await launchFirefox(findFirefox(), sites));
  } catch (error) {
    console.log(`Only Chromium: ${(error as Error).message}`);
  }
  return engines;
}

/** Launches headless Chromium. Each visit gets its own browser: contexts are incognito, where Chromium opens no speculative connections. */
export async function launchChromium(sites?: Sites): Promise<Engine> {
  const executablePath = await findBrowser();
  const args = [
    ...browserArgs.filter((arg) => arg !== BACKGROUND),
    ...(sites ? toSwitches(sites) : []),
  ];
  const launch = (): Promise<Browser> =>
    puppeteer.launch({ executablePath, args, ignoreDefaultArgs: [BACKGROUND] });
  return {
    name: await nameOf(launch),
    async visit() {
      const browser = await launch();
      const [page] = await browser.pages();
      await wait(REST_MS);
      return { page: page!, [Symbol.asyncDispose]: () => browser.close() };
    },
    async [Symbol.asyncDispose]() {},
  };
}

/**
 * Returns Chromium's switches for the sites. The driver's own option for certificates would refuse speculative
 * connections, and `--ignore-certificate-errors` would cache nothing.
 */
function toSwitches({ hosts, keyHash }: Sites): string[] {
  return [
    `--ignore-certificate-errors-spki-list=${keyHash}`,
    `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ')}`,
  ];
}

/** Each visit gets its own container, with its own caches and connections. */
async function launchFirefox(executablePath: string, sites?: Sites): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    acceptInsecureCerts: true,
    extraPrefsFirefox: { ...SPECULATION, 'network.dns.localDomains': sites?.hosts.join(',') ?? '' },
  });
  return {
    name: toName(await browser.version()),
    async visit() {
      const context = await browser.createBrowserContext();
      const page = await context.newPage();
      await wait(REST_MS);
      return { page, [Symbol.asyncDispose]: () => context.close() };
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

async function nameOf(launch: () => Promise<Browser>): Promise<string> {
  const browser = await launch();
  const version = await browser.version();
  await browser.close();
  return toName(version);
}

/** Turns `Chrome/156.0.8078.79` into `Chromium 156`, and `firefox/153.7.0` into `Firefox 153`. */
function toName(version: string): string {
  const [, engine = '', major] = /(firefox|chrome)\/(\d+)/i.exec(version) ?? [];
  return `${/firefox/i.test(engine) ? 'Firefox' : 'Chromium'} ${major}`;
}
