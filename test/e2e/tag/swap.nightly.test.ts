import type { Page } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findFirefox, hasFirefox } from '../../support/browser.mjs';
import { areAllReady, CELL, swapAll, useLateDashboards } from './late-dashboards.ts';
import { countBlankPictures, screencast, takePictureOf, untilPainted } from './screen-frames.ts';
import { scaled } from '../../support/tier.mjs';

const CELLS = 10;
const ROUNDS = scaled(5);
const SIZE = { width: 5 * CELL, height: 2 * CELL };

const visited = useLateDashboards();

async function openPage(count: number): Promise<Page> {
  const page = await visited.browser.newPage({ viewport: SIZE });
  await page.goto(visited.late.page(count));
  await page.waitForFunction(areAllReady);
  await untilPainted(visited.browser, () => takePictureOf(page), count);
  return page;
}

describe('a swap of a dashboard that paints late', () => {
  it(`shows no blank picture in ${CELLS * ROUNDS} swaps, in Chromium`, async () => {
    await using page = await openPage(CELLS);
    const [before, length] = [visited.late.tokens, await page.evaluate(() => history.length)];
    const pictures = await screencast(page, async () => {
      for (let round = 0; round < ROUNDS; round++) await page.evaluate(swapAll);
    });
    expect(visited.late.tokens - before).toBe(CELLS * ROUNDS);
    expect(pictures.length).toBeGreaterThan(ROUNDS);
    expect(await countBlankPictures(visited.browser, pictures, CELLS)).toBe(0);
    expect(await page.evaluate(() => history.length)).toBe(length);
  });

  it.skipIf(!hasFirefox())(
    `shows no blank picture in ${CELLS * ROUNDS} swaps, in Firefox`,
    async () => {
      const firefox = await puppeteer.launch({ browser: 'firefox', executablePath: findFirefox() });
      onTestFinished(() => firefox.close());
      const page = await firefox.newPage();
      await page.setViewport(SIZE);
      await page.goto(visited.late.page(CELLS));
      await page.waitForFunction(areAllReady);
      const takePicture = () => page.screenshot({ encoding: 'base64' });
      await untilPainted(visited.browser, takePicture, CELLS);
      const length = await page.evaluate(() => history.length);
      const pictures: string[] = [];
      // A busy machine takes few pictures in each round.
      for (let round = 0; round < ROUNDS || pictures.length < 5 * ROUNDS; round++) {
        let isSwapped = false;
        const swap = page.evaluate(swapAll).finally(() => (isSwapped = true));
        while (!isSwapped) pictures.push(await takePicture());
        await swap;
      }
      expect(await countBlankPictures(visited.browser, pictures, CELLS)).toBe(0);
      expect(await page.evaluate(() => history.length)).toBe(length);
    },
  );
});
