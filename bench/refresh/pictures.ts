import type { Page } from 'puppeteer-core';

/** What was on screen from a time on, in milliseconds; a PNG file in base64. */
export interface Picture {
  at: number;
  png: string;
}

/** What was on screen during some time, oldest first. */
export interface Film {
  pictures: Picture[];
  endedAt: number;
}

/** Films the page while `act` runs. */
export type Camera = (page: Page, act: () => Promise<void>) => Promise<Film>;

/** Each picture that Chromium draws: it sends one whenever something changes. */
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
  // A busy browser may send them in another order.
  return { pictures: pictures.toSorted((a, b) => a.at - b.at), endedAt };
};

/** One picture after the other, in any browser: what is shorter than taking one may be missed. */
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
 * For how long the dashboard was not on screen, in milliseconds: each picture holds till the next one.
 * `page` reads the pixels.
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

/** Runs in the browser: whether the dashboard's place has another colour than the dashboard. */
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
