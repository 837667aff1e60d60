import { resolve } from 'node:path';
import process from 'node:process';
import { type Browser, firefox, type Page } from 'playwright-core';
import { findFirefox } from './browser.mjs';
import { shareChromium, withPatience } from './chromium.ts';

/** The folder into which the tests build the live demo. */
export const LIVE_DEMO = resolve('test-results/live-demo');

/** Whether this run tests the live demo instead of the servers of `npm start`. */
export const isLive = process.env.PLAYGROUND === 'live-demo';

/**
 * Whether calls use the network. There, tests can intercept them, and the browser has the cookies. In the live demo, a
 * service worker answers all calls.
 */
export const hasNetwork = !isLive;

/** Whether the driver reports the bodies of requests. Firefox keeps those that a service worker answers. */
export const reportsBodies = hasNetwork || process.env.ENGINE !== 'Firefox';

/** The password of the back office in the live demo. */
export const LIVE_PASSWORD = 'live-demo';

/** Requests an address of the dashboard service. In the live demo, only pages can do that. */
export async function request(
  page: Page,
  address: string,
): Promise<{ status: number; text: string }> {
  const read = async (from: string): Promise<{ status: number; text: string }> => {
    const response = await fetch(from);
    return { status: response.status, text: await response.text() };
  };
  return isLive ? page.evaluate(read, address) : read(address);
}

/** Starts Chromium; Firefox if `engine` or the variable `ENGINE` names it. Both without a window. */
export async function launchEngine(engine = process.env.ENGINE): Promise<Browser> {
  if (engine !== 'Firefox') return shareChromium();
  // This channel uses WebDriver BiDi, which an ordinary Firefox has.
  return withPatience(
    await firefox.launch({ channel: 'moz-firefox', executablePath: findFirefox() }),
  );
}
