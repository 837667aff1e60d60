import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import { usePages } from '../worker-page.ts';
import { FramedDashboard } from './framed-dashboard.ts';
import { listFilter } from './parts.ts';
import { findServer, useDashboards } from './use-dashboards.ts';

const COLUMNS = ['a', 'b', 'c', 'd', 'e', 'f'];
const LONG = 'a-text-without-a-gap';
const NAMES = ['one', 'two', 'three', 'four', 'five'];
const table = {
  kind: 'table',
  columns: [
    ...COLUMNS.map((column) => ({ column, label: column, format: 'text' })),
    { column: 'n', label: 'N', format: 'integer', total: 'sum' },
  ],
} as const;
const filters = [listFilter('Names', NAMES, { multiple: true })];
const served = {
  dashboard: testDashboard(1, { rows: 'rows' }, [table], { filters }),
  tables: {
    rows: () =>
      Array.from({ length: 500 }, (_, n) => ({
        ...Object.fromEntries(COLUMNS.map((column) => [column, LONG])),
        n,
      })),
  },
};
const visit = useDashboards();
const pages = usePages();

const scrollOf = (rows: Locator) => rows.evaluate((own) => [own.scrollLeft, own.scrollTop]);
const scroll = (rows: Locator) => rows.evaluate((own) => own.scrollTo(40, 1200));

it('scrolls between its headings and its totals, also after its full size', async () => {
  const { page, tile } = await visit(served, { viewport: { width: 600, height: 900 } });
  const rows = tile(0).locator('.rows');
  const topOf = async (selector: string) =>
    (await rows.locator(`${selector} :first-child`).last().boundingBox())!.y;
  const [head, foot] = [await topOf('thead'), await topOf('tfoot')];
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1200);
  await scroll(rows);
  expect([await topOf('thead'), await topOf('tfoot')]).toEqual([head, foot]);
  await tile(0).locator('.tile-menu summary').press('Enter');
  await tile(0).locator('[data-use=full]').press('Enter');
  expect(await scrollOf(page.locator('dialog .rows'))).toEqual([0, 0]);
  await page.keyboard.press('Escape');
  expect(await scrollOf(rows)).toEqual([40, 1200]);
});

it('shows both rows of its totals while it scrolls', async () => {
  const averaged = { column: 'n', label: 'Mean', format: 'integer', total: 'average' } as const;
  const tiles = [{ ...table, columns: [...table.columns, averaged] }];
  const dashboard = testDashboard(1, { rows: 'rows' }, tiles);
  const { tile } = await visit({ ...served, dashboard });
  const cells = tile(0).locator('.rows tfoot tr > :first-child');
  const [sum, average] = await Promise.all([0, 1].map((row) => cells.nth(row).boundingBox()));
  expect(average!.y).toBeGreaterThanOrEqual(sum!.y + sum!.height);
});

it('stays below an open list of the filters', async () => {
  const { page } = await visit(served);
  await page.locator('.filters summary').click();
  for (const name of NAMES) await page.getByLabel(name, { exact: true }).check();
});

it('is printed in full', async () => {
  const { page, tile } = await visit(served);
  await page.emulateMedia({ media: 'print' });
  const heights = await tile(0)
    .locator('.rows')
    .evaluate((own) => [own.clientHeight, own.querySelector('table')!.offsetHeight]);
  expect(heights[0]).toBe(heights[1]);
  await page.emulateMedia({ media: null });
});

it('keeps its scroll position in the next frame', async () => {
  const server = await findServer();
  const address = server.addressOf(server.show(served));
  const open = async (state?: string) => {
    const framed = await FramedDashboard.open(await pages.share(), address, { state });
    await framed.until('ready');
    return framed;
  };
  const first = await open();
  await scroll(first.frame.locator('.rows'));
  const { state } = await first.until('state');
  const next = await open(state);
  expect(await scrollOf(next.frame.locator('.rows'))).toEqual([40, 1200]);
});
