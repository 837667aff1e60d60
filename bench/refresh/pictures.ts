import type { Page } from 'puppeteer-core';

/** The content of the screen from `at` (in milliseconds) on, as a PNG file in base64. */
export interface Picture {
  at: number;
  png: string;
}

/** The content of the screen over a time, oldest picture first. */
export interface Film {
  pictures: Picture[];
  endedAt: number;
}

/** Films the page while `act` runs. */
export type Camera = (page: Page, act: () => Promise<void>) => Promise<Film>;

/** Records the pictures that Chromium sends whenever the screen changes. */
export const filmChanges: Camera = async (page, act) => {
  const pictures: Picture[] = [];
  const session = await page.createCDPSession();
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    pictures.push({ at: metadata.timestamp! * 1000, png: data });
    void session.send('Page.screencastFrameAck', { sessionId });
  });
  await session.send('Page.startScreencast', { format: 'png' });
  await act();
  const endedAt = Date.now();
  await session.send('Page.stopScreencast');
  // A busy browser may send the pictures in another order.
  return { pictures: pictures.toSorted((a, b) => a.at - b.at), endedAt };
};

/** Takes one screenshot after the other, in any browser. A gap shorter than one screenshot may be missed. */
export const filmSteadily: Camera = async (page, act) => {
  const pictures: Picture[] = [];
  let isOver = false;
  const acting = act().finally(() => (isOver = true));
  while (!isOver) {
    const at = Date.now();
    pictures.push({ at, png: await page.screenshot({ encoding: 'base64' }) });
  }
  await acting;
  return { pictures, endedAt: Date.now() };
};

/**
 * Returns the milliseconds for which the dashboard was not on screen. Each picture is valid until the next one.
 * The pixels are read in `page`.
 */
export async function blankMs(
  page: Page,
  { pictures, endedAt }: Film,
  painted: readonly number[],
): Promise<number> {
  let blank = 0;
  for (const [index, { at, png }] of pictures.entries()) {
    const isLost = await page.evaluate(isBlank, png, painted);
    if (isLost) blank += (pictures[index + 1]?.at ?? endedAt) - at;
  }
  return blank;
}

/** Runs in the browser. Checks if the dashboard's place has another color than the dashboard. */
async function isBlank(png: string, painted: readonly number[]): Promise<boolean> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  const context = canvas.getContext('2d')!;
  context.drawImage(image, 0, 0);
  const pixel = context.getImageData(100, 100, 1, 1).data;
  return painted.some((part, channel) => Math.abs(part - pixel[channel]!) > 3);
}
