import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import { CELL, PAINTED } from './late-dashboards.ts';

/** Returns every picture that Chromium draws while `act` runs. */
export async function screencast(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  const pictures: string[] = [];
  const session = await page.context().newCDPSession(page);
  session.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(data);
    // The page may already be closed.
    session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await session.send('Page.startScreencast', { format: 'png' });
  await act();
  await session.send('Page.stopScreencast');
  return pictures;
}

/** Waits until a picture of the page shows all of its dashboards. */
export async function untilPainted(
  browser: Browser,
  takePicture: () => Promise<string>,
  cells: number,
): Promise<void> {
  await expect.poll(async () => countBlankPictures(browser, [await takePicture()], cells)).toBe(0);
}

/** Returns a picture of a page of Chromium: a PNG file in base64. */
export async function takePictureOf(page: Page): Promise<string> {
  return (await page.screenshot()).toString('base64');
}

/**
 * Returns the number of pictures that show a cell of {@link LateDashboards.page} without its dashboard.
 * The pictures are PNG files in base64. `browser` reads their pixels.
 */
export async function countBlankPictures(
  browser: Browser,
  pictures: readonly string[],
  cells: number,
): Promise<number> {
  const reader = await browser.newPage();
  const results: boolean[] = [];
  for (const picture of pictures) {
    results.push(await reader.evaluate(hasBlankCell, { picture, cells, CELL, PAINTED }));
  }
  await reader.close();
  return results.filter(Boolean).length;
}

/** Runs in a browser: returns whether the picture has such a cell. */
async function hasBlankCell(options: {
  picture: string;
  cells: number;
  CELL: number;
  PAINTED: number[];
}): Promise<boolean> {
  const { picture, cells, CELL: cell, PAINTED: painted } = options;
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  return Array.from({ length: cells }, (_, index) => {
    const x = ((index % 5) + 0.5) * cell;
    const y = (Math.floor(index / 5) + 0.5) * cell;
    const pixel = context.getImageData(x, y, 1, 1).data;
    return painted.some((part, channel) => Math.abs(part - pixel[channel]!) > 3);
  }).some(Boolean);
}
