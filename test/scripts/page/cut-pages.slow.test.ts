import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { soldGoods } from './sold-goods.ts';
import { useDashboards, type VisitOptions } from './use-dashboards.ts';

const visit = useDashboards();

const cities = (page: Page) =>
  page.locator('[data-tile=tile-0] td[data-column=city]').allTextContents();
const tilesOf = (page: Page) =>
  page
    .locator('[data-tile]')
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('data-tile')!).toSorted());
const ARRIVED = ['tile-2', 'tile-3', 'tile-4', 'tile-5'];
const ALL = ['tile-0', 'tile-1', ...ARRIVED];

// Chromium does not end a page whose connection is cut, so its script waits for the longest time between two tiles.
describe('a page whose connection is cut before its last tiles', () => {
  /**
   * Opens a page without the tiles of the cities. `isGone`: the service answers no request for tiles. `cut` cuts the
   * connection, and resolves when the browser knows.
   */
  const open = async (isGone: boolean, options: VisitOptions = {}) => {
    const opened = await visit(soldGoods(), { ...options, held: ['cities'] });
    const { page, shown } = opened;
    shown.tiles.cut(() => isGone);
    await expect.poll(() => tilesOf(page)).toEqual(ARRIVED);
    const cut = async (): Promise<void> => {
      const failed = page.waitForEvent('requestfailed');
      shown.pages.cut();
      await failed;
    };
    return { ...opened, cut };
  };

  it('has them from its script, in their places', async () => {
    const { page, shown, tile, asked, cut } = await open(false);
    const before = await tile(5).boundingBox();
    await cut();
    shown.rows.release();
    await expect.poll(() => cities(page)).toEqual(['Oslo', 'Bergen', 'Rome']);
    await expect.poll(() => tilesOf(page)).toEqual(ALL);
    expect(await tile(5).boundingBox()).toEqual(before);
    expect(asked()).toEqual(['cities']);
  });

  it('says so in their places if the service is gone, and becomes the refusal after the end of the session', async () => {
    const { page, shown, tile, cut } = await open(true);
    await cut();
    for (const missing of [0, 1]) {
      await tile(missing).getByText('The data can’t be reached').waitFor();
    }
    expect(await tile(2).locator('[data-value="7"]').count()).toBe(1);
    shown.tiles.cut(() => false);
    shown.closure = 'signed-out';
    await page.getByRole('heading', { name: 'This dashboard is no longer open' }).waitFor();
    expect(await tilesOf(page)).toEqual([]);
  });

  it('keeps what has arrived without scripts, and has the rest when it is loaded again', async () => {
    const { page, shown, tile, cut } = await open(false, { javaScriptEnabled: false });
    await cut();
    await expect.poll(() => shown.rows.canceled).toEqual(['cities']);
    expect(await tilesOf(page)).toEqual(ARRIVED);
    expect(await tile(2).locator('[data-value="7"]').isVisible()).toBe(true);
    shown.rows.release();
    await page.reload();
    expect(await tilesOf(page)).toEqual(ALL);
  });
});

it('a tile in which the connection of a page is cut is loaded as a whole by the script', async () => {
  const stopAfter = '<td data-column="city"';
  const { page, shown, tile } = await visit(soldGoods(), { stopAfter });
  await tile(0).waitFor();
  shown.pages.cut();
  await expect.poll(() => cities(page)).toEqual(['Oslo', 'Bergen', 'Rome']);
  await expect.poll(() => tilesOf(page)).toEqual(ALL);
});
