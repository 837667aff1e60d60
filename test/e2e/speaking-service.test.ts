import { sessionIdFrom } from 'embedded-dashboard/host';
import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND } from '../support/durations.ts';
import { LATEST_REFRESH } from '../support/token-life.ts';
import { findViolations } from './axe.ts';
import {
  controlClock,
  frameOf,
  sharePlayground,
  shownAddress,
  shownFrame,
  untilLogged,
  untilSwapped,
} from './playground-browser.ts';
import { readSettings, useDashboard } from './reader-settings.ts';

const open = sharePlayground();

describe('a renewal', () => {
  it('keeps sorting, hidden series and the scroll position', async () => {
    const page = await open.visit();
    const before = await useDashboard(await frameOf(page));
    for (let round = 0; round < 3; round += 1) {
      const address = await shownAddress(page);
      await page.locator('#reload').click();
      await untilSwapped(page, address);
      expect(await readSettings(await frameOf(page))).toEqual(before);
    }
    await page.close();
  });

  it('keeps them with a token that is due', async () => {
    const page = await open.visit();
    await controlClock(page);
    const before = await useDashboard(await frameOf(page));
    const address = await shownAddress(page);
    // A renewal waits while the dashboard has the focus or the pointer.
    await page.locator('#stage').focus();
    await page.mouse.move(0, 0);
    await page.clock.fastForward(LATEST_REFRESH + MINUTE);
    await untilSwapped(page, address);
    expect(await readSettings(await frameOf(page))).toEqual(before);
    await page.close();
  });

  it('starts again without them if the dashboard does not speak', async () => {
    const page = await open.visit('?speech=off');
    await useDashboard(await frameOf(page));
    const address = await shownAddress(page);
    await page.locator('#reload').click();
    await untilSwapped(page, address);
    expect(await readSettings(await frameOf(page))).toMatchObject({ scroll: 0, pressed: true });
    expect(await page.locator('#last-message').textContent()).toContain('said nothing');
    await page.close();
  });
});

it('follows the height of the content, without a scroll bar in the frame', async () => {
  const page = await open.visit('?sizing=content');
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
  await page.setViewportSize({ width: 1280, height: 800 });
  await expect.poll(heightOf).toBe(wide);
  await page.close();
});

it('requests one new token if the service refuses the page in the frame', async () => {
  const page = await open.visit();
  await controlClock(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const address = await shownAddress(page);
  const [cookie] = await page.context().cookies();
  const { serviceUrl } = open.playground;
  const session = sessionIdFrom('nora', decodeURIComponent(cookie!.value));
  await fetch(`${serviceUrl}/Api/LogOut/key-that-no-browser-may-see/${session}`);
  await (await frameOf(page)).evaluate(() => location.reload());
  const frame = shownFrame(page).contentFrame();
  await frame.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
  await expect.poll(() => page.locator('#last-message').textContent()).toContain('refused');
  await page.clock.fastForward(31 * SECOND);
  await untilSwapped(page, address);
  await frame.getByRole('heading', { name: 'Sales overview' }).waitFor();
  expect(requests.filter((path) => path === '/dashboards/token')).toHaveLength(1);
  await page.close();
});

it('reports a clicked mark to the page', async () => {
  const page = await open.visit();
  const frame = await frameOf(page);
  const bar = frame.locator('[data-tile="revenue-by-country"] .chart path[fill="#1f6f78"]').first();
  await bar.scrollIntoViewIfNeeded();
  await bar.click();
  await untilLogged(page, 'dashboard-select');
  await untilLogged(page, /The reader has chosen: Revenue by country: \w+/);
  await page.close();
});

describe('a dashboard on its own page', () => {
  it('hides and shows a series with the keyboard, and stays accessible', async () => {
    const page = await open.visit();
    const address = await shownAddress(page);
    await page.goto(address);
    const lines = page.locator('[data-tile="revenue-by-month"] .chart path[stroke-dasharray]');
    const button = page.getByRole('button', { name: 'Last year' });
    await button.waitFor();
    const all = await lines.count();
    await button.press('Space');
    expect(await button.getAttribute('aria-pressed')).toBe('false');
    expect(await lines.count()).toBeLessThan(all);
    expect(await findViolations(page)).toEqual([]);
    await button.press('Enter');
    expect(await button.getAttribute('aria-pressed')).toBe('true');
    expect(await lines.count()).toBe(all);
    await page.close();
  });

  it('shows the shares of the parts that are shown', async () => {
    const page = await open.visit();
    await page.goto(await shownAddress(page));
    const tile = page.locator('[data-tile="revenue-by-category"]');
    const shares = tile.locator('.legend .share');
    const buttons = tile.locator('.legend button');
    await buttons.first().waitFor();
    const count = await buttons.count();
    for (let index = 2; index < count; index += 1) await buttons.nth(index).click();
    const shown = (await shares.allTextContents()).slice(0, 2).map(Number.parseFloat);
    expect(shown[0]! + shown[1]!).toBe(100);
    await buttons.nth(0).click();
    await buttons.nth(1).click();
    expect(new Set(await shares.allTextContents())).toEqual(new Set(['']));
    await page.close();
  });
});

it('ignores a state that does not fit', async () => {
  const page = await open.visit();
  const errors: string[] = [];
  page.on('pageerror', ({ message }) => errors.push(message));
  const frame = await frameOf(page);
  await frame.getByRole('button', { name: 'Last year' }).waitFor();
  const initial = await readSettings(frame);
  const states = [
    '',
    '{',
    'null',
    '[1]',
    '"x"',
    '{"tiles":[]}',
    '{"scroll":["0",{}],"tiles":{"top-products":7}}',
    '{"scroll":[null,1e999],"tiles":{"top-products":{"order":[99,true],"left":"9"}}}',
    '{"tiles":{"top-products":{"order":["__proto__",true]},"revenue-by-month":{"hidden":{"length":9}}}}',
    '{"tiles":{"__proto__":{"hidden":["Last year"]},"revenue-by-month":{"hidden":["<b>",null,7]}}}',
  ];
  await frame.evaluate(() => {
    const heard = { heard: 0 };
    Object.assign(window, heard);
    addEventListener('message', () => Object.assign(window, { heard: (heard.heard += 1) }));
  });
  const welcome = async (state: string): Promise<void> => {
    const count = (): Promise<number> =>
      frame.evaluate(() => Reflect.get(window, 'heard') as number);
    const before = await count();
    // The parent of a dashboard may be any page.
    await shownFrame(page).evaluate((iframe: HTMLIFrameElement, text) => {
      const { port2 } = new MessageChannel();
      const answer = { embeddedDashboard: 1, type: 'welcome', can: ['state'], state: text };
      iframe.contentWindow!.postMessage(answer, '*', [port2]);
    }, state);
    await expect.poll(count).toBe(before + 1);
  };
  for (const state of states) {
    await welcome(state);
    expect(await readSettings(frame), state).toEqual(initial);
  }
  await welcome('{"tiles":{"revenue-by-month":{"hidden":["Last year"]}}}');
  expect(await readSettings(frame)).toMatchObject({ pressed: false });
  expect(errors).toEqual([]);
  await page.close();
});
