import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { usePages } from '../worker-page.ts';
import { barsIn, THROUGH_BAND } from './bars.ts';
import { FramedDashboard } from './framed-dashboard.ts';
import { soldBars } from './sold-bars.ts';
import { soldGoods } from './sold-goods.ts';
import { findServer, useDashboards, type Visit } from './use-dashboards.ts';

const pages = usePages();
const visit = useDashboards();
let page: Page;
let tile: Visit['tile'];

const chart = () => tile(0).locator('.chart svg');
const widthOf = async () => Math.round((await chart().boundingBox())!.width);
const colors = { Number: '#1f6f78', Returned: '#c8553d' };
const bars = (color: string) => tile(0).locator(`.chart path[fill="${color}"]`).count();
const legend = (name: string) => tile(0).locator('.legend button', { hasText: name });

describe('a chart', () => {
  it('has the size of its box after each change of it', async () => {
    ({ page, tile } = await visit(soldBars()));
    const box = tile(0).locator('.chart');
    const wide = await widthOf();
    await page.setViewportSize({ width: 600, height: 720 });
    await expect.poll(widthOf).not.toBe(wide);
    expect(await widthOf()).toBe(Math.round((await box.boundingBox())!.width));
    const viewBox = await chart().getAttribute('viewBox');
    expect(viewBox).toBe(`0 0 ${await widthOf()} ${Math.round((await box.boundingBox())!.height)}`);
  });

  it('has the size of the paper while the page is printed', async () => {
    ({ page, tile } = await visit(soldBars()));
    const screen = await chart().getAttribute('viewBox');
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    // Half of 700 pixels.
    expect(await chart().getAttribute('viewBox')).toBe('0 0 350 200');
    await page.evaluate(() => dispatchEvent(new Event('afterprint')));
    expect(await chart().getAttribute('viewBox')).toBe(screen);
  });

  it('shows the values of a place under the pointer', async () => {
    ({ page, tile } = await visit(soldBars()));
    await barsIn(tile(0)).first().hover(THROUGH_BAND);
    const tooltip = tile(0).locator('.chart-tooltip');
    await tooltip.waitFor();
    await page.mouse.move(0, 0);
    await tooltip.waitFor({ state: 'hidden' });
  });
});

describe('a legend', () => {
  it('hides and shows the series of its buttons', async () => {
    ({ page, tile } = await visit(soldBars()));
    const [first, second] = await Promise.all(
      ['Number', 'Returned'].map((name) =>
        legend(name).locator('.swatch > *').getAttribute('fill'),
      ),
    );
    expect(await bars(first!)).toBe(3);
    await legend('Number').click();
    await expect.poll(() => bars(first!)).toBe(0);
    expect(await bars(second!)).toBe(3);
    expect(await legend('Number').getAttribute('aria-pressed')).toBe('false');
    await legend('Number').press('Enter');
    await expect.poll(() => bars(first!)).toBe(3);
    expect(await legend('Number').getAttribute('aria-pressed')).toBe('true');
  });

  it('highlights the series under the pointer, also next to a hidden one', async () => {
    ({ page, tile } = await visit(soldBars()));
    const drawing = () => chart().innerHTML();
    await legend('Number').click();
    await page.mouse.move(0, 0);
    await expect.poll(() => bars(colors.Number)).toBe(0);
    const calm = await drawing();
    await legend('Returned').hover();
    await expect.poll(drawing).not.toBe(calm);
    await page.mouse.move(0, 0);
    await expect
      .poll(() => legend('Returned').evaluate((own) => own.matches(':hover')))
      .toBe(false);
  });

  it('highlights the part under the pointer', async () => {
    ({ page, tile } = await visit(soldGoods()));
    const drawing = () => tile(1).locator('.chart svg').innerHTML();
    await page.mouse.move(0, 0);
    const calm = await drawing();
    await tile(1).locator('.legend button').last().hover();
    await expect.poll(drawing).not.toBe(calm);
    await page.mouse.move(0, 0);
    await expect.poll(drawing).toBe(calm);
  });

  it('shares the whole among the parts that are shown', async () => {
    ({ page, tile } = await visit(soldGoods()));
    const shares = () => tile(1).locator('.legend .share').allInnerTexts();
    // Oslo 1, Bergen 2 and Rome 4; the largest is first.
    const all = await shares();
    expect(all).toHaveLength(3);
    const rome = tile(1).locator('.legend button', { hasText: 'Rome' });
    await rome.click();
    const others = await shares();
    expect(others.filter((text) => text === '')).toHaveLength(1);
    expect(others.join(' ')).toContain('33% 67%');
    await rome.click();
    expect(await shares()).toEqual(all);
    for (const name of ['Rome', 'Oslo', 'Bergen'])
      await tile(1).locator('.legend button', { hasText: name }).click();
    expect(await shares()).toEqual(['', '', '']);
  });
});

describe('a click on a mark without a filter', () => {
  it('tells the page around its values and names', async () => {
    const server = await findServer();
    page = await pages.share();
    const shown = server.show(soldBars({ filters: [], shownParameters: ['City'] }));
    const framed = await FramedDashboard.open(page, server.addressOf(shown));
    await framed.until('ready');
    await barsIn(framed.frame.locator('[data-tile=tile-0]')).first().click(THROUGH_BAND);
    const { parameters, label } = await framed.until('select');
    expect([parameters, label]).toEqual([{ City: 'Oslo' }, 'Sold: Oslo, Number']);
  });
});
