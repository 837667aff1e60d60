import { expect, it } from 'vitest';
import { MINUTE } from '../support/durations.ts';
import { LATEST_REFRESH } from '../support/token-life.ts';
import { controlClock, sharePlayground, shownAddress, shownFigure } from './playground-browser.ts';

type Tag = HTMLElementTagNameMap['embedded-dashboard'];

const open = sharePlayground();

/** Runs in the page: notes the statuses and the number of frames from now on. */
function noteRenewal(element: Tag): void {
  const oldExpiry = element.expiresAt!.getTime();
  const statuses = new Set([element.status]);
  let mostFrames = 0;
  const note = (): void => {
    statuses.add(element.status);
    mostFrames = Math.max(mostFrames, element.shadowRoot!.querySelectorAll('iframe').length);
  };
  new MutationObserver(note).observe(element.shadowRoot!, { childList: true });
  const renewal = new Promise((resolve) => {
    element.addEventListener('dashboard-refreshed', ({ expiresAt }) => {
      const isInTime = Date.now() < oldExpiry;
      const livesOn = expiresAt.getTime() > oldExpiry;
      resolve({ isInTime, livesOn, statuses: [...statuses], mostFrames });
    });
  });
  Object.assign(element, { renewal });
}

it('swaps to a new token before the old one ends, without a history entry', async () => {
  const page = await open.visit();
  // Only the page's clock is set forward: for the service, both tokens are new.
  await controlClock(page);
  const before = await shownAddress(page);
  const revenue = await shownFigure(page, 'revenue');
  const historyLength = await page.evaluate(() => history.length);

  const element = page.locator('embedded-dashboard');
  await element.evaluate(noteRenewal);
  await page.clock.fastForward(LATEST_REFRESH + MINUTE);
  const renewal = await element.evaluate((noted) => Reflect.get(noted, 'renewal') as unknown);
  expect(renewal).toEqual({
    isInTime: true,
    livesOn: true,
    statuses: ['ready', 'refreshing'],
    mostFrames: 2,
  });
  const after = await shownAddress(page);
  expect(after).not.toBe(before);
  expect((await fetch(after)).status).toBe(200);
  expect(await shownFigure(page, 'revenue')).toBe(revenue);
  expect(await page.evaluate(() => history.length)).toBe(historyLength);
});
