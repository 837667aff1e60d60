import { setTimeout as wait } from 'node:timers/promises';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { browserArgs, findBrowser, findFirefox } from '../test/support/browser.mjs';

/** A page of a visitor who has never been anywhere: no cache, no connection, no habits. */
export interface Visit extends AsyncDisposable {
  page: Page;
}

/** A browser that is measured in. */
export interface Engine extends AsyncDisposable {
  name: string;
  visit: () => Promise<Visit>;
}

/** What a driver turns off, and visitors have on: connections that are made ahead of their use. */
const BACKGROUND = '--disable-background-networking';
const SPECULATION = { 'network.http.speculative-parallel-limit': 6 };
/** The time in which a browser comes to rest. */
export const REST_MS = 500;

/**
 * Chromium, and Firefox where it is installed, without windows. The names of `hosts` are this machine,
 * and their certificates are taken as they are.
 */
export async function launchEngines(hosts: readonly string[] = []): Promise<Engine[]> {
  const engines = [await createChromium(hosts)];
  try {
    engines.push(await launchFirefox(findFirefox(), hosts));
  } catch (error) {
    console.log(`Chromium alone: ${(error as Error).message}`);
  }
  return engines;
}

/** A browser for each visit: contexts are incognito, and there Chromium connects to nothing ahead. */
async function createChromium(hosts: readonly string[]): Promise<Engine> {
  const executablePath = await findBrowser();
  const args = [
    ...browserArgs.filter((arg) => arg !== BACKGROUND),
    // The driver's own way would refuse connections that are made ahead.
    '--ignore-certificate-errors',
    `--host-resolver-rules=${hosts.map((host) => `MAP ${host} 127.0.0.1`).join(', ')}`,
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

/** A container for each visit: caches and connections are its own. */
async function launchFirefox(executablePath: string, hosts: readonly string[]): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    acceptInsecureCerts: true,
    extraPrefsFirefox: { ...SPECULATION, 'network.dns.localDomains': hosts.join(',') },
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

/** `Chrome/156.0.8078.79` and `firefox/153.7.0` in words. */
function toName(version: string): string {
  const [, engine = '', major] = /(firefox|chrome)\/(\d+)/i.exec(version) ?? [];
  return `${/firefox/i.test(engine) ? 'Firefox' : 'Chromium'} ${major}`;
}
