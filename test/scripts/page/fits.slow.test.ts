import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../../e2e/axe.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
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

/** A table with one text that is longer than the page. */
const LONG = {
  dashboard: testDashboard(1, { notes: 'notes' }, [
    {
      kind: 'table',
      title: 'Notes',
      dataset: 'notes',
      span: 12,
      columns: [
        { column: 'city', label: 'City', format: 'text' },
        { column: 'note', label: 'Note', format: 'text' },
        { column: 'n', label: 'Orders', format: 'integer' },
      ],
    },
  ]),
  tables: {
    notes: () => [
      { city: 'Oslo', note: 'short', n: 1 },
      { city: 'New York', note: 'a long text '.repeat(50), n: 2 },
      { city: 'Rome', note: `https://example.com/${'x'.repeat(500)}`, n: 3 },
    ],
  },
};

it.each([NARROW, 820, 1440])(
  'a table with a long text shows all of its columns in %d pixels',
  async (width) => {
    const { tile } = await visit(LONG, { viewport: { width, height: HEIGHT } });
    const rows = tile(0).locator('.rows');
    expect(await rows.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0);
    const lines = await tile(0).locator('td[data-column=city]').all();
    const heights = await Promise.all(
      lines.map(async (line) => (await line.boundingBox())!.height),
    );
    expect(heights[1]).toBeGreaterThan(2 * heights[0]!);
  },
);

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
