import { resolve } from 'node:path';
import process from 'node:process';
import { type Browser, firefox } from 'playwright-core';
import type { Playground } from '../../demo/playground/host/playground.ts';
import { findFirefox } from './browser.mjs';
import { launchChromium } from './chromium.ts';
import { serveFiles } from './file-server.ts';

/** The folder into which the tests build the live demo. */
export const LIVE_DEMO = resolve('test-results/live-demo');

/** Whether this run tests the live demo instead of the servers of `npm start`. */
export const isLive = process.env.PLAYGROUND === 'live-demo';

/** Serves the built demo below a path prefix, as the site of the documentation does. */
export async function serveLiveDemo(): Promise<Playground> {
  const server = await serveFiles(LIVE_DEMO, '/docs/demo/');
  const url = server.url.slice(0, -1);
  return {
    url,
    serviceUrl: `${url}/service`,
    get service(): never {
      throw new Error('The service runs in the browser.');
    },
    close: async () => server[Symbol.asyncDispose](),
  };
}

/** Starts Chromium; Firefox if the variable `ENGINE` names it. Both without a window. */
export async function launchEngine(): Promise<Browser> {
  if (process.env.ENGINE !== 'Firefox') return launchChromium();
  // This channel uses WebDriver BiDi, which an ordinary Firefox has.
  return firefox.launch({ channel: 'moz-firefox', executablePath: findFirefox() });
}
