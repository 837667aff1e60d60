import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../support/durations.ts';
import { LATEST_REFRESH } from '../support/token-life.ts';
import { controlClock, frameOf, sharePlayground } from './playground-browser.ts';

const playground = sharePlayground();
let page: Page;

afterEach(() => page.close());

async function openRows(): Promise<void> {
  const frame = await frameOf(page);
  const menu = frame.locator('[data-tile="revenue-by-country"] .tile-menu');
  await menu.locator('summary').press('Enter');
  await menu.locator('[data-use=rows]').press('Enter');
  await frame.locator('dialog[open]').waitFor();
}

it.each([
  ['renewal', '', LATEST_REFRESH + MINUTE, '/dashboards/token'],
  ['refresh', '30', MINUTE, '/Tdb/'],
])('a dialog holds a %s until it closes', async (_, refreshEvery, ms, path) => {
  page = await playground.visit('', 'ready');
  await controlClock(page);
  await openRows();
  // Both also wait while the dashboard has the focus or the pointer.
  await page.locator('#stage').focus();
  await page.mouse.move(0, 0);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const isRequested = (): boolean => requests.some((each) => each.startsWith(path));
  await page
    .locator('embedded-dashboard')
    .evaluate((element, value) => element.setAttribute('refresh-every', value), refreshEvery);
  await page.clock.fastForward(ms);
  await page.clock.runFor(5 * SECOND);
  expect(isRequested()).toBe(false);
  await (await frameOf(page)).locator('.close').evaluate((own: HTMLElement) => own.click());
  await page.locator('#stage').focus();
  await expect.poll(isRequested).toBe(true);
});
