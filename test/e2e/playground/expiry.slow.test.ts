import { describe, it } from 'vitest';
import { request } from '../../support/live-demo.ts';
import {
  choose,
  heal,
  openPlayground,
  searchOf,
  setFault,
  shownAddress,
  untilLifetime,
  untilLogged,
} from '../playground-browser.ts';

// Each test has its own playground, because a fault affects all signed-in users.
describe.concurrent('a token that lives for a minute', () => {
  it('expires at the service, too, and its renewal is shown', async ({ expect }) => {
    await using own = await openPlayground({ hasShortTokens: true });
    const page = await own.visit();
    expect(await searchOf(page)).toBe('');
    const address = await shownAddress(page);
    await expect
      .poll(() => page.locator('#status').textContent())
      .toMatch(/^readytoken expires in (1:00|0:\d\d)$/);
    await page.locator('#timeline summary').click();
    await page.locator('#timeline rect.refresh-point').first().waitFor();
    await page.locator('#log li', { hasText: 'dashboard-refreshed' }).waitFor();
    await untilLogged(page, 'dashboard-expiring');
    await page.locator('#timeline circle.dashboard-refreshed').first().waitFor();
    await expect
      .poll(async () => (await request(page, address)).status, {
        interval: 1000,
      })
      .toBe(401);
    await choose(page, 'two hours');
    await expect.poll(() => searchOf(page)).toBe('?life=long');
    await untilLifetime(page, 'long');
    await page.locator('#reload').click();
    await expect.poll(() => page.locator('#status').textContent()).toMatch(/1:59:\d\d|2:00:00/);
    await page.close();
  });

  it('expires on screen, too, while the service is down', async ({ expect }) => {
    await using own = await openPlayground();
    const page = await own.visit('?life=short');
    await setFault(page, 'down');
    await page.waitForFunction(
      () => document.querySelector('embedded-dashboard')?.status === 'expired',
    );
    await untilLogged(page, 'dashboard-expired');
    expect(await page.locator('embedded-dashboard iframe').count()).toBe(0);
    await heal(page);
    await page.close();
  });
});
