import { type Browser, type Page } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findFirefox } from '../support/browser.mjs';
import { launchChromium } from '../support/chromium.ts';
import { areAllReady, CELL, type LateDashboards, serveLateDashboards } from './late-dashboards.ts';
import { countBlankPictures } from './screen-frames.ts';
import { scaled } from '../support/tier.mjs';

const CELLS = 10;
const ROUNDS = scaled(5);
const SIZE = { width: 5 * CELL, height: 2 * CELL };
const PATIENT = { timeout: 180_000 };

let browser: Browser;
let late: LateDashboards;

beforeAll(async () => {
  browser = await launchChromium();
  late = await serveLateDashboards();
});

afterAll(async () => {
  await browser.close();
  await late[Symbol.asyncDispose]();
});

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

/** Runs in the page: gives every element a new token and frame, and waits until the old frames are gone. */
async function swapAll(): Promise<void> {
  const elements = [...document.querySelectorAll<Tag>('embedded-dashboard')];
  await Promise.all(elements.map((element) => element.reload()));
  await new Promise((resolve) => setTimeout(resolve, 300));
}

/** Runs in the page: replaces each frame at the `load` of its new one, as most pages do by hand. */
async function swapByHand(): Promise<void> {
  for (const element of document.querySelectorAll<Tag>('embedded-dashboard')) {
    const old = element.shadowRoot!.querySelector('iframe')!;
    const next = old.cloneNode() as HTMLIFrameElement;
    old.after(next);
    await new Promise((resolve) => next.addEventListener('load', resolve));
    old.remove();
  }
}

/** Waits until a picture of the page shows all of its dashboards. */
async function untilPainted(takePicture: () => Promise<string>, cells: number): Promise<void> {
  const countBlank = async () => countBlankPictures(browser, [await takePicture()], cells);
  await expect.poll(countBlank).toBe(0);
}

async function openPage(count: number): Promise<Page> {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(late.page(count));
  await page.waitForFunction(areAllReady);
  await untilPainted(async () => (await page.screenshot()).toString('base64'), count);
  return page;
}

describe('a swap of a dashboard that paints late', () => {
  /** Returns every picture that Chromium draws while `act` runs. */
  async function screencast(
    page: Page,
    act: (pictures: readonly string[]) => Promise<unknown>,
  ): Promise<string[]> {
    const pictures: string[] = [];
    const session = await page.context().newCDPSession(page);
    session.on('Page.screencastFrame', ({ data, sessionId }) => {
      pictures.push(data);
      // The page may already be closed.
      session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    });
    await session.send('Page.startScreencast', { format: 'png' });
    await act(pictures);
    await session.send('Page.stopScreencast');
    return pictures;
  }

  it(`shows no blank picture in ${CELLS * ROUNDS} swaps, in Chromium`, PATIENT, async () => {
    await using page = await openPage(CELLS);
    const [before, length] = [late.tokens, await page.evaluate(() => history.length)];
    const pictures = await screencast(page, async () => {
      for (let round = 0; round < ROUNDS; round++) await page.evaluate(swapAll);
    });
    expect(late.tokens - before).toBe(CELLS * ROUNDS);
    expect(pictures.length).toBeGreaterThan(ROUNDS);
    expect(await countBlankPictures(browser, pictures, CELLS)).toBe(0);
    expect(await page.evaluate(() => history.length)).toBe(length);
  });

  it('shows a blank picture if it is done by hand', PATIENT, async () => {
    await using page = await openPage(1);
    // This dashboard never paints: a busy machine may draw no picture in a shorter time.
    late.pages.set('/Tdb', '<!doctype html><title>Dashboard</title>');
    onTestFinished(() => void late.pages.delete('/Tdb'));
    await screencast(page, async (taken) => {
      await expect.poll(() => taken.length).toBeGreaterThan(0);
      expect(await countBlankPictures(browser, taken, 1)).toBe(0);
      await page.evaluate(swapByHand);
      await expect.poll(() => countBlankPictures(browser, taken, 1)).toBeGreaterThan(0);
    });
  });

  it.skipIf(!hasFirefox())(
    `shows no blank picture in ${CELLS * ROUNDS} swaps, in Firefox`,
    PATIENT,
    async () => {
      const firefox = await puppeteer.launch({ browser: 'firefox', executablePath: findFirefox() });
      onTestFinished(() => firefox.close());
      const page = await firefox.newPage();
      await page.setViewport(SIZE);
      await page.goto(late.page(CELLS));
      await page.waitForFunction(areAllReady);
      const takePicture = () => page.screenshot({ encoding: 'base64' });
      await untilPainted(takePicture, CELLS);
      const length = await page.evaluate(() => history.length);
      const pictures: string[] = [];
      // A busy machine takes few pictures in each round.
      for (let round = 0; round < ROUNDS || pictures.length < 5 * ROUNDS; round++) {
        let isSwapped = false;
        const swap = page.evaluate(swapAll).finally(() => (isSwapped = true));
        while (!isSwapped) pictures.push(await takePicture());
        await swap;
      }
      expect(await countBlankPictures(browser, pictures, CELLS)).toBe(0);
      expect(await page.evaluate(() => history.length)).toBe(length);
    },
  );
});

function hasFirefox(): boolean {
  try {
    return Boolean(findFirefox());
  } catch {
    return false;
  }
}
