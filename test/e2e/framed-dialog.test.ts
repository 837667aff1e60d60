import type { Page } from 'playwright-core';
import { afterEach, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../support/durations.ts';
import { LATEST_REFRESH } from '../support/token-life.ts';
import {
  controlClock,
  frameOf,
  sharePlayground,
  shownAddress,
  untilSwapped,
} from './playground-browser.ts';

const playground = sharePlayground();
let page: Page;

afterEach(() => page.close());

async function openIn(search = ''): Promise<void> {
  page = await playground.visit(search, 'ready', { viewport: { width: 1280, height: 720 } });
}

async function openRows(): Promise<void> {
  const frame = await frameOf(page);
  const menu = frame.locator('[data-tile="revenue-by-country"] .tile-menu');
  await menu.locator('summary').press('Enter');
  await menu.locator('[data-use=rows]').press('Enter');
  await frame.locator('dialog[open]').waitFor();
}

it('a dialog is on the screen, even if the frame is as high as the dashboard', async () => {
  await openIn('?sizing=content');
  await openRows();
  const box = (await (await frameOf(page)).locator('dialog > div').boundingBox())!;
  expect(box.y).toBeGreaterThan(0);
  expect(box.y + box.height).toBeLessThan(720);
});

it('a dialog holds a renewal until it closes', async () => {
  await openIn();
  await controlClock(page);
  const address = await shownAddress(page);
  await openRows();
  // A renewal also waits while the dashboard has the focus or the pointer.
  await page.locator('#stage').focus();
  await page.mouse.move(0, 0);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.clock.fastForward(LATEST_REFRESH + MINUTE);
  await page.clock.runFor(5 * SECOND);
  expect(requests).not.toContain('/dashboards/token');
  await (await frameOf(page)).locator('.close').evaluate((own: HTMLElement) => own.click());
  await page.locator('#stage').focus();
  await untilSwapped(page, address);
  expect(requests).toContain('/dashboards/token');
});
