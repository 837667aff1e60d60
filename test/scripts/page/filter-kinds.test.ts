import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { testDashboard } from '../../support/test-dashboard.ts';
import type { Table } from '../tables.ts';
import { barsIn, THROUGH_BAND } from './bars.ts';
import { barsOf, listFilter, tableOf } from './parts.ts';
import { useDashboards, type Visit, type VisitOptions } from './use-dashboards.ts';

const SIZES = Array.from({ length: 20 }, (_, index) => `s${index}`);
const rows = tableOf('Rows', 'rows', 'area', 'size', 'twin', 'least', 'name', 'set');
const link = { column: 'page', label: 'page', format: 'text', link: 'https://example.com/{page}' };
const series = [{ column: 'one', label: 'n' }];
/** A row of values that filters of each kind offer, and a row of values that none offers. */
const kinds = testDashboard(
  1,
  {
    rows: 'rows :Area :Size :Twin :Least :Name :Page :Day',
    months: 'months',
  },
  [
    { ...rows, columns: [...(rows['columns'] as object[]), link] },
    barsOf('Days', 'rows', 'day', { series }),
    barsOf('Months', 'months', 'day', { categoryFormat: 'month' }),
  ],
  {
    title: 'Kinds',
    filters: [
      listFilter('Area', ['North', 'East'], { required: true, default: ['East'] }),
      listFilter('Size', SIZES),
      listFilter('Twin', [
        ['1', 'One'],
        ['2', 'Twin'],
        ['3', 'Twin'],
      ]),
      { kind: 'number', parameter: 'Least', label: 'Least' },
      { kind: 'text', parameter: 'Name', label: 'Name' },
      { kind: 'text', parameter: 'Page', label: 'Page' },
      { kind: 'date', parameter: 'Day', label: 'Day' },
    ],
  },
);
const tables: Record<string, Table> = {
  rows: ({ area, size, twin, least, name, page: own, day }) => {
    const set = [area, size, twin, least, name, own, day].flatMap((value) => value ?? []);
    const more = { one: 1, set: set.join('|') };
    return [
      {
        area: 'North',
        size: 's7',
        twin: 'One',
        least: '3',
        name: 'Ann',
        page: 'a',
        day: '2026-02-01',
        ...more,
      },
      {
        area: 'South',
        size: 's70',
        twin: 'Twin',
        least: 'x',
        name: null,
        page: 'b',
        day: '2026-02-02',
        ...more,
      },
    ];
  },
  months: () => ['2026-01-01', '2026-02-01'].map((day) => ({ day, n: 1 })),
};
const visit = useDashboards();
let page: Page;
let tile: Visit['tile'];
let shown: Visit['shown'];

async function open(options?: VisitOptions): Promise<void> {
  ({ page, tile, shown } = await visit({ dashboard: kinds, tables }, options));
}

const button = (index: number, name: string) =>
  tile(index).getByRole('button', { name, exact: true, includeHidden: true });
/** Returns the values of all filters. */
const set = () => tile(0).locator('td[data-column=set]').first().innerText();

describe('a filter of each kind', () => {
  it('is offered where its field accepts the value, and set and unset by clicks', async () => {
    await open();
    const buttons = (index: number) => tile(index).locator('button.choice').allTextContents();
    expect(await buttons(0)).toEqual(['North', 's7', 'One', '3', 'Ann']);
    expect(await tile(0).locator('td a').allInnerTexts()).toEqual(['a', 'b']);
    // A month is not one date.
    expect((await buttons(1)).length).toBe(2);
    expect(await buttons(2)).toEqual([]);

    // A click sets it, and the second one unsets it unless it is required.
    expect(await set()).toBe('East');
    const names = ['North', 's7', 'One', '3', 'Ann'];
    const texts = ['North', 'North|s7', 'North|s7|1', 'North|s7|1|3', 'North|s7|1|3|Ann'];
    for (const [index, name] of names.entries()) {
      await button(0, name).click();
      await expect.poll(set).toBe(texts[index]);
    }
    expect(await tile(0).locator('[aria-pressed=true]').allInnerTexts()).toEqual(names);
    await button(0, 'North').click();
    for (const name of ['s7', 'One', '3', 'Ann']) await button(0, name).click();
    await expect.poll(set).toBe('North');
  });

  it('is not set by a selection of text', async () => {
    await open();
    const box = (await tile(0).locator('td[data-column=set]').first().boundingBox())!;
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
    await page.mouse.up();
    expect(await page.evaluate(() => getSelection()!.toString())).toContain('East');
    await button(0, 'Ann').press('Enter');
    await expect.poll(set).toBe('East|Ann');
  });
});

describe('an answer that arrives while the reader presses', () => {
  /** Presses while the answer to the choice of North is on its way. Returns when the page has the answer. */
  async function pressMeanwhile(press: () => Promise<void>, options?: VisitOptions): Promise<void> {
    await open(options);
    shown.tiles.hold();
    await button(0, 'North').click();
    await shown.tiles.until(1);
    await press();
    const answered = page.waitForResponse(/tiles=/);
    shown.tiles.release();
    await (await answered).finished();
    // A later request has its answer later.
    await page.evaluate(async () => (await fetch(location.href)).text());
  }

  it('leaves a click to the cell', async () => {
    await pressMeanwhile(async () => {
      await button(0, 'Ann').hover();
      await page.mouse.down();
    });
    expect(await set()).toBe('East');
    await page.mouse.up();
    await expect.poll(set).toBe('North|Ann');
  });

  it('leaves the space bar to the button', async () => {
    await pressMeanwhile(async () => {
      await button(0, 'Ann').focus();
      await page.keyboard.down(' ');
    });
    await page.keyboard.up(' ');
    await expect.poll(set).toBe('North|Ann');
  });

  it('leaves a click to the bar', async () => {
    await pressMeanwhile(async () => {
      await barsIn(tile(1)).first().hover(THROUGH_BAND);
      await page.mouse.down();
    });
    await page.mouse.up();
    await expect.poll(set).toBe('North|2026-02-01');
  });

  it('is shown after ten seconds', async () => {
    await pressMeanwhile(
      async () => {
        await page.clock.install();
        await page.mouse.move(2, 2);
        await page.mouse.down();
      },
      { isOwn: true },
    );
    await page.clock.runFor(10_000);
    await expect.poll(set).toBe('North');
    await page.mouse.up();
  });
});
