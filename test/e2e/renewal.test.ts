import { expect, it } from 'vitest';
import { openPlayground, shownAddress, shownFigure } from './playground-browser.ts';

it('swaps to a new token before the old one ends, without a history entry', async () => {
  await using open = await openPlayground({ tokenLifetimeSeconds: 40 });
  const page = await open.visit();
  const before = await shownAddress(page);
  const revenue = await shownFigure(page, 'revenue');
  const historyLength = await page.evaluate(() => history.length);

  const renewal = await page.locator('embedded-dashboard').evaluate(
    (element: HTMLElementTagNameMap['embedded-dashboard']) =>
      new Promise((resolve) => {
        const oldExpiry = element.expiresAt!.getTime();
        const statuses = new Set<string>();
        let mostFrames = 0;
        const watch = setInterval(() => {
          statuses.add(element.status);
          mostFrames = Math.max(mostFrames, element.shadowRoot!.querySelectorAll('iframe').length);
        }, 20);
        element.addEventListener('dashboard-refreshed', ({ expiresAt }) => {
          clearInterval(watch);
          resolve({
            isInTime: Date.now() < oldExpiry,
            livesOn: expiresAt.getTime() > oldExpiry,
            statuses: [...statuses],
            mostFrames,
          });
        });
      }),
  );

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
}, 120_000);
