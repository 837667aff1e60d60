import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findViolations } from '../../e2e/axe.ts';
import { testDashboard, type TestTile } from '../../support/test-dashboard.ts';
import type { Table } from '../tables.ts';
import { barsIn, THROUGH_BAND } from './bars.ts';
import { barsOf, listFilter, rangeFilters, tableOf } from './parts.ts';
import { useDashboards, type Visit, type VisitOptions } from './use-dashboards.ts';

const ROWS = [
  { region: 'North', channel: 'web', month: '2026-01-01', n: 1 },
  { region: 'South', channel: 'store', month: '2026-02-01', n: 2 },
  { region: 'East', channel: 'web', month: '2026-03-01', n: 3 },
];
/** All rows. Each has the values of all filters in a column. */
const sales: Table = (values) => {
  const set = ['area', 'channel', 'start', 'end'].flatMap((name) => values[name] ?? []).join('|');
  return ROWS.map(({ region, channel, month, n }) => ({
    region,
    channel,
    month,
    n,
    set: set || null,
  }));
};
const filters = [
  listFilter('Area', ['North', 'South'], { column: 'Region' }),
  listFilter('Channel', ['web', 'store']),
  ...rangeFilters({ column: 'month' }),
];
const byMonth = { category: 'month', categoryFormat: 'month', value: 'n', format: 'integer' };
const tiles = [
  barsOf('Regions', 'sales', 'region'),
  { ...byMonth, kind: 'heatmap', title: 'Heat', splitBy: 'channel' },
  barsOf('Channels', 'sales', 'region', { splitBy: 'channel' }),
  tableOf(
    'Rows',
    'sales',
    ['region', 'Region', 'text'],
    ['month', 'Month', 'month'],
    ['n', 'Orders', 'integer'],
  ),
  tableOf('Chosen', 'sales', 'set'),
] satisfies TestTile[];
const datasets = { sales: 'sales :Area :Channel :Start :End' };
const dashboard = testDashboard(1, datasets, tiles, { title: 'Sales', filters });
const arabic = testDashboard(2, datasets, tiles, { title: 'Sales', filters, locale: 'ar' });
const onlySeries = testDashboard(3, datasets, [tiles[2]!, tiles[4]!], {
  title: 'Sales',
  filters: filters.slice(1),
});
const pie: TestTile = { ...byMonth, kind: 'pie', title: 'Months' };
const dated = testDashboard(4, datasets, [pie, tiles[4]!], { title: 'Sales', filters });
const visit = useDashboards();
/** The text of a cell without a value. */
const NONE = '–';
let page: Page;
let tile: Visit['tile'];
let shown: Visit['shown'];

async function open(opened = dashboard, options: VisitOptions = {}): Promise<Visit> {
  const visited = await visit({ dashboard: opened, tables: { sales } }, options);
  ({ page, tile, shown } = visited);
  return visited;
}

const buttons = (index: number) => tile(index).locator('button.choice');
const set = () => page.locator('td[data-column=set]').first().innerText();
const outlined = (index: number) => tile(index).locator('.chart path[stroke="#1d2430"]').count();
const faded = (index: number) => tile(index).locator('.chart path[fill-opacity="0.35"]').count();
const focused = () => page.evaluate(() => document.activeElement?.textContent);
const pressed = (index: number) =>
  tile(index).locator('button.choice[aria-pressed=true]').allTextContents();
const chosen = (index: number) => tile(index).locator('td[data-chosen]').allTextContents();

describe('a chosen bar', () => {
  it('is outlined, and the others have less color, until it is no longer chosen', async () => {
    await open();
    const bar = barsIn(tile(0));
    await bar.first().click();
    await expect.poll(set).toBe('North');
    await expect.poll(() => outlined(0)).toBe(1);
    expect(await faded(0)).toBe(2);
    await page.getByRole('link', { name: 'Reset' }).click();
    await expect.poll(set).toBe(NONE);
    await expect.poll(() => outlined(0)).toBe(0);
    expect(await faded(0)).toBe(0);
  });

  it('is marked at once, before the answer of the server', async () => {
    await open();
    shown.tiles.hold();
    await page.getByLabel('Area', { exact: true }).selectOption('South');
    await expect.poll(() => outlined(0)).toBe(1);
    expect(await chosen(3)).toEqual(['South']);
    expect(await pressed(3)).toEqual(['South']);
    shown.tiles.release();
    await expect.poll(set).toBe('South');
    expect(await outlined(0)).toBe(1);
    // The others keep enough color in forced colors.
    onTestFinished(() => page.emulateMedia({ forcedColors: null }));
    await page.emulateMedia({ forcedColors: 'active' });
    const other = tile(0).locator('.chart path[fill-opacity="0.35"]').first();
    // A chart that is drawn again replaces its marks.
    await expect
      .poll(() => other.evaluate((mark) => getComputedStyle(mark).fillOpacity))
      .toBe('0.75');
  });

  it('is marked by the server without scripts', async () => {
    await open(dashboard, { javaScriptEnabled: false, query: 'filter.Area=North' });
    expect(await outlined(0)).toBe(1);
    expect(await tile(3).locator('[aria-current=true]').allTextContents()).toEqual(['North']);
  });
});

describe('the cells of a heat map', () => {
  it('set the filters of their column and row, by mouse and by keyboard', async () => {
    await open();
    expect(await buttons(1).allTextContents()).toEqual(['1', '3', '2']);
    await buttons(1).nth(0).click();
    await expect.poll(set).toBe('web|2026-01-01|2026-01-31');
    expect(await pressed(1)).toEqual(['1']);
    await buttons(1).nth(0).focus();
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('3');
    await page.keyboard.press('Enter');
    await expect.poll(set).toBe('web|2026-03-01|2026-03-31');
    expect(await chosen(1)).toEqual(['3']);
    expect(await focused()).toBe('3');
    await page.keyboard.press('Space');
    await expect.poll(set).toBe(NONE);
    expect(await findViolations(page)).toEqual([]);
    // The filter of the row chooses the whole row.
    await page.getByLabel('Channel', { exact: true }).selectOption('web');
    await expect.poll(() => chosen(1)).toEqual(['1', '', '3']);
    expect(await pressed(1)).toEqual([]);
  });

  it('follow the arrows of a page from right to left', async () => {
    await open(arabic);
    await buttons(1).nth(0).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe(await buttons(1).nth(1).textContent());
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe(await buttons(1).nth(0).textContent());
  });
});

describe('the bars of a split chart', () => {
  it('are reached by keyboard, and set the filters of both columns', async () => {
    await open();
    // East is not in the list.
    expect(await buttons(2).allTextContents()).toEqual(['1', '2']);
    await buttons(2).first().focus();
    await expect.poll(() => tile(2).locator('.chart').innerText()).toContain('North');
    await page.keyboard.press('Enter');
    await expect.poll(set).toBe('North|web');
    await expect.poll(() => outlined(2)).toBe(1);
    await page.keyboard.press('Enter');
    await expect.poll(set).toBe(NONE);
  });

  it('set the filter of the series alone', async () => {
    await open(onlySeries);
    await buttons(0).first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('3');
    await expect.poll(() => tile(0).locator('.chart').innerText()).toContain('East');
    await page.keyboard.press('Enter');
    await expect.poll(set).toBe('web');
    // Both bars of the series are chosen.
    expect(await pressed(0)).toEqual(['1', '3']);
    await expect.poll(() => outlined(0)).toBe(2);
  });
});

it('a slice of a date sets the range, and is outlined', async () => {
  await open(dated);
  await barsIn(tile(0)).click(THROUGH_BAND);
  await expect.poll(set).toBe('2026-01-01|2026-01-31');
  await expect.poll(() => outlined(0)).toBe(1);
  await buttons(0).nth(1).focus();
  await expect.poll(() => tile(0).locator('.chart-tooltip').innerText()).toContain('Feb 2026');
});

it('a table moves in a column and in a row, and sets the range of a date and all filters of a row', async () => {
  const { asked } = await open();
  await buttons(3).first().focus();
  for (const [key, text] of [
    ['ArrowDown', 'South'],
    ['ArrowRight', 'Feb 2026'],
    ['ArrowUp', 'Jan 2026'],
    ['ArrowLeft', 'North'],
  ] as const) {
    await page.keyboard.press(key);
    expect(await focused()).toBe(text);
  }
  await buttons(3).filter({ hasText: 'Feb' }).click();
  await expect.poll(set).toBe('2026-02-01|2026-02-28');
  await tile(3).locator('td[data-column=n]').first().click();
  await expect.poll(set).toBe('North|2026-01-01|2026-01-31');
  await tile(3).locator('td[data-column=n]').first().click();
  await expect.poll(set).toBe(NONE);
  // Each click loads once.
  expect(asked()).toHaveLength(3);
});
