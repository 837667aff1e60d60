import { sessionIdFrom } from 'embedded-dashboard/host';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { MINUTE, SECOND } from '../../support/durations.ts';
import { LATEST_REFRESH } from '../../support/token-life.ts';
import {
  CALM,
  choose,
  frameOf,
  sharePlayground,
  shownAddress,
  shownFigure,
  shownFrame,
  untilSwapped,
} from '../playground-browser.ts';
import { type ReaderSettings, readSettings, useDashboard } from '../reader-settings.ts';

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

it('keeps what the reader has set, and waits for the reader, over a day of renewals', async () => {
  // Only the page's clock is set forward: for the service, all tokens are new.
  const page = await open.visit('', 'ready', {
    ...CALM,
    prepare: (own) => own.clock.install(),
  });
  const settings = await expectRenewal(page);

  await expectHeld(page, 'refresh', '30', MINUTE, '/Tdb/');
  await expectHeld(page, 'renewal', '', LATEST_REFRESH + MINUTE, '/dashboards/token');
  // A dialog scrolls to its tile.
  const scroll = expect.any(Number) as number;
  expect(await readSettings(await frameOf(page))).toEqual({ ...settings, scroll });
  // The next frame reports its height.
  await choose(page, 'content');
  await expectNewToken(page);
  await expectHeight(page);
  await page.close();
});

/** A renewal and a refresh wait while the dashboard has the focus or the pointer. */
async function leaveDashboard(page: Page): Promise<void> {
  await page.locator('#stage').focus();
  await page.mouse.move(0, 0);
}

/** Expects a new token before the old one ends, with everything that the reader has set, and no history entry. */
async function expectRenewal(page: Page): Promise<ReaderSettings> {
  const before = await shownAddress(page);
  const revenue = await shownFigure(page, 'revenue');
  const settings = await useDashboard(await frameOf(page));
  const historyLength = await page.evaluate(() => history.length);
  const element = page.locator('embedded-dashboard');
  await element.evaluate(noteRenewal);
  await leaveDashboard(page);
  await page.clock.fastForward(LATEST_REFRESH + MINUTE);
  const renewal = await element.evaluate((noted) => Reflect.get(noted, 'renewal') as unknown);
  expect(renewal).toEqual({
    isInTime: true,
    livesOn: true,
    statuses: ['ready', 'refreshing'],
    mostFrames: 2,
  });
  await untilSwapped(page, before);
  const after = await shownAddress(page);
  expect((await fetch(after)).status).toBe(200);
  expect(await shownFigure(page, 'revenue')).toBe(revenue);
  expect(await readSettings(await frameOf(page))).toEqual(settings);
  expect(await page.evaluate(() => history.length)).toBe(historyLength);
  return settings;
}

/** Expects that an open dialog holds a renewal or a refresh until it closes. */
async function expectHeld(
  page: Page,
  name: string,
  refreshEvery: string,
  ms: number,
  path: string,
): Promise<void> {
  const frame = await frameOf(page);
  const address = await shownAddress(page);
  const menu = frame.locator('[data-tile="revenue-by-country"] .tile-menu');
  await menu.locator('summary').press('Enter');
  await menu.locator('[data-use=rows]').press('Enter');
  await frame.locator('dialog[open]').waitFor();
  await leaveDashboard(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const isRequested = (): boolean => requests.some((each) => each.startsWith(path));
  await page
    .locator('embedded-dashboard')
    .evaluate((element, value) => element.setAttribute('refresh-every', value), refreshEvery);
  await page.clock.fastForward(ms);
  await page.clock.runFor(5 * SECOND);
  expect(isRequested(), name).toBe(false);
  await frame.locator('.close').evaluate((own: HTMLElement) => own.click());
  await page.locator('#stage').focus();
  await expect.poll(isRequested).toBe(true);
  if (name === 'refresh') await expect.poll(() => frame.isDetached()).toBe(true);
  else await untilSwapped(page, address);
}

/** Expects that the element follows the height of the content, without a scroll bar in the frame. */
async function expectHeight(page: Page): Promise<void> {
  const size = page.viewportSize()!;
  const isFitting = async (): Promise<boolean> =>
    (await frameOf(page)).evaluate(() => {
      const { scrollHeight, clientHeight, clientWidth } = document.documentElement;
      return scrollHeight === clientHeight && clientWidth === innerWidth;
    });
  const heightOf = (): Promise<number> =>
    page.locator('embedded-dashboard').evaluate(({ clientHeight }) => clientHeight);
  await expect.poll(isFitting).toBe(true);
  const wide = await heightOf();
  await page.setViewportSize({ width: 390, height: 800 });
  await expect.poll(heightOf).toBeGreaterThan(wide);
  await expect.poll(isFitting).toBe(true);
  await page.setViewportSize(size);
  await expect.poll(heightOf).toBe(wide);
}

/** Expects one new token if the service refuses the page in the frame. */
async function expectNewToken(page: Page): Promise<void> {
  const address = await shownAddress(page);
  const tokens: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/dashboards/token') tokens.push(request.url());
  });
  const [cookie] = await page.context().cookies();
  const session = sessionIdFrom('nora', decodeURIComponent(cookie!.value));
  const { serviceUrl } = open.playground;
  await fetch(`${serviceUrl}/Api/LogOut/key-that-no-browser-may-see/${session}`);
  await (await frameOf(page)).evaluate(() => location.reload());
  const frame = shownFrame(page).contentFrame();
  await frame.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
  await expect.poll(() => page.locator('#last-message').textContent()).toContain('refused');
  await page.clock.fastForward(31 * SECOND);
  await untilSwapped(page, address);
  await frame.getByRole('heading', { name: 'Sales overview' }).waitFor();
  expect(tokens).toHaveLength(1);
}
