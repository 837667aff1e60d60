import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../../e2e/axe.ts';
import { soldBars } from './sold-bars.ts';
import { soldGoods } from './sold-goods.ts';
import { useDashboards } from './use-dashboards.ts';

const HEIGHT = 700;
/** The width with an audit: the rules of axe hold for all widths. */
const NARROW = 390;
const visit = useDashboards();

async function expectFit(page: Page, width: number): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  if (width === NARROW) expect(await findViolations(page)).toEqual([]);
}

describe.each([
  ['en', 'theme=light'],
  ['ar', 'theme=dark'],
])('a page in %s', (locale, query) => {
  describe.each([NARROW, 820, 1440])('fits into %d pixels, and is accessible', (width) => {
    const options = { viewport: { width, height: HEIGHT }, query };

    it('with an open list of its form', async () => {
      const { page } = await visit(soldGoods({ locale }), options);
      await page.locator('form summary').click();
      await expectFit(page, width);
    });

    it('with the menu of a tile', async () => {
      const { page, tile } = await visit(soldBars({ locale }), options);
      await tile(0).locator('.tile-menu summary').click();
      const list = (await tile(0).locator('.tile-menu').getByRole('list').boundingBox())!;
      const around = (await tile(0).boundingBox())!;
      expect(list.x).toBeGreaterThanOrEqual(around.x);
      expect(list.x + list.width).toBeLessThanOrEqual(around.x + around.width);
      await expectFit(page, width);
    });

    it('with a tile in the dialog', async () => {
      const { page, tile } = await visit(soldBars({ locale }), options);
      for (const [use, index] of [
        ['full', 0],
        ['rows', 0],
        ['full', 1],
        ['full', 2],
      ] as const) {
        await tile(index).locator('.tile-menu summary').press('Enter');
        await tile(index).locator(`[data-use=${use}]`).press('Enter');
        const box = (await page.locator('dialog[open] > div').boundingBox())!;
        expect(Math.min(box.x, box.y)).toBeGreaterThan(0);
        expect(box.x + box.width).toBeLessThan(width);
        expect(box.y + box.height).toBeLessThan(HEIGHT);
        await expectFit(page, width);
        await page.keyboard.press('Escape');
        // The last that the dialog does when it closes.
        await tile(index).locator('.tile-menu summary:focus').waitFor();
      }
    });
  });
});
