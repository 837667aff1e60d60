import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { findViolations } from '../../e2e/axe.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import type { Table } from '../tables.ts';
import { barsIn, THROUGH_BAND } from './bars.ts';
import { barsOf, listFilter, rangeFilters, tableOf } from './parts.ts';
import { useDashboards, type Visit } from './use-dashboards.ts';

const SALES = [
  { region: 'North', city: 'Oslo', month: '2026-01-01', n: 1 },
  { region: 'North', city: 'Bergen', month: '2026-02-01', n: 2 },
  { region: 'South', city: 'Rome', month: '2026-02-01', n: 4 },
  { region: 'South', city: 'Bari', month: '2026-03-01', n: 1 },
];
const filters = [
  listFilter('Area', ['North'], { column: 'region' }),
  listFilter('City', ['Oslo', 'Bergen', 'Rome', ['IT-72', 'Bari']], { multiple: true }),
  ...rangeFilters({ column: 'month' }),
];
const datasets = {
  regions: 'regions :Start :End',
  cities: 'cities :Area',
  months: 'months :Area',
  chosen: 'chosen :City',
};
const dashboard = testDashboard(
  1,
  datasets,
  [
    barsOf('Regions', 'regions', 'region'),
    tableOf('Cities', 'cities', ['city', 'City', 'text'], ['n', 'Orders', 'integer']),
    barsOf('Months', 'months', 'month', { categoryFormat: 'month' }),
    tableOf('Chosen', 'chosen', 'n'),
  ],
  { title: 'Sales', filters },
);

/** Returns the sums of rows by a column, in its order. */
function sumBy(column: 'region' | 'month', rows: typeof SALES): Record<string, string | number>[] {
  const names = [...new Set(rows.map((row) => row[column]))].toSorted();
  return names.map((name) => {
    const own = rows.filter((row) => row[column] === name);
    return { [column]: name, n: own.reduce((sum, { n }) => sum + n, 0) };
  });
}

const tables: Record<string, Table> = {
  regions: ({ start, end }) =>
    sumBy(
      'region',
      SALES.filter(({ month }) => !start || (month >= String(start) && month <= String(end))),
    ),
  cities: ({ area }) =>
    SALES.filter(({ region }) => !area || region === area)
      .map(({ city, n }) => ({ city, n }))
      .toSorted((one, other) => (one.city < other.city ? -1 : 1)),
  months: ({ area }) =>
    sumBy(
      'month',
      SALES.filter(({ region }) => !area || region === area),
    ),
  chosen: ({ city }) => [{ n: Array.isArray(city) ? city.join('+') : '-' }],
};
const visit = useDashboards();
let page: Page;
let tile: Visit['tile'];

/** Opens the dashboard. Returns a function that returns the datasets of all requests for tiles. */
async function open(
  sqlParameters: Record<string, string> = {},
  options: BrowserContextOptions = {},
): Promise<Visit['asked']> {
  const opened = await visit({ dashboard, tables, sqlParameters }, options);
  ({ page, tile } = opened);
  return opened.asked;
}

const bars = (index: number) => barsIn(tile(index));
const button = (index: number, name: string) =>
  tile(index).getByRole('button', { name, exact: true, includeHidden: true });
const area = () => page.getByLabel('Area', { exact: true }).inputValue();
const days = () =>
  page
    .locator('input[type=date]')
    .evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value));
const cities = () => tile(1).locator('td[data-column=city]').allInnerTexts();
const chosen = () => tile(3).locator('td[data-column=n]').innerText();

const tooltip = (index: number) => tile(index).locator('.chart-tooltip');

/** Waits until all tiles have the values of the last choice. */
const untilUpdated = () =>
  expect.poll(() => page.getByRole('status').textContent()).toBe('The values have been updated');

/** Clicks a bar after all bars have their own color: the pointer on a bar changes it. */
async function clickBar(index: number, place: number, count: number): Promise<void> {
  await page.mouse.move(0, 0);
  await expect.poll(() => bars(index).count()).toBe(count);
  await bars(index).nth(place).click(THROUGH_BAND);
}

/** Returns the cursor over the middle of a mark. */
async function cursorOver(index: number, place: number): Promise<string> {
  await page.mouse.move(0, 0);
  await expect.poll(() => bars(index).count()).toBe(2);
  const box = (await bars(index).nth(place).boundingBox())!;
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.move(box.x + box.width / 2 + 1, box.y + box.height / 2);
  return tile(index)
    .locator('.chart')
    .evaluate((chart) => {
      const drawing = chart.querySelector('svg')!.parentElement!;
      return drawing.style.cursor || getComputedStyle(drawing).cursor;
    });
}

describe('a click on a bar', () => {
  it('sets its filter, unsets it the second time, and does nothing for a value that is not offered', async () => {
    const asked = await open();
    expect(await cursorOver(0, 1)).toBe('default');
    expect(await cursorOver(0, 0)).toBe('pointer');
    await clickBar(0, 1, 2);
    await clickBar(0, 0, 2);
    await expect.poll(area).toBe('North');
    await expect.poll(cities).toEqual(['Bergen', 'Oslo']);
    await untilUpdated();
    expect(asked().toSorted()).toEqual(['cities', 'months']);
    await clickBar(0, 0, 2);
    await expect.poll(area).toBe('');
    await expect.poll(cities).toHaveLength(4);
    await untilUpdated();
    expect(asked()).toHaveLength(4);
  });

  it('sets the range that a date covers', async () => {
    const asked = await open();
    await clickBar(2, 1, 3);
    await expect.poll(days).toEqual(['2026-02-01', '2026-02-28']);
    await expect.poll(asked).toEqual(['regions']);
    await expect
      .poll(() => tile(0).locator('td[data-column=n]').allTextContents())
      .toEqual(['2', '4']);
    await clickBar(2, 1, 3);
    await expect.poll(days).toEqual(['', '']);
  });

  it('only tells the page around about a filter that the token locks', async () => {
    await open({ area: 'North' });
    expect(await button(0, 'North').count()).toBe(0);
    expect(await page.locator('[data-filter=area]').count()).toBe(0);
  });
});

describe('a tap on a bar', () => {
  it('shows its value until the next tap, and leaves the next bar free', async () => {
    await open({}, { hasTouch: true });
    // A mark that sets nothing has a tooltip, too.
    await bars(0).nth(1).tap(THROUGH_BAND);
    await tooltip(0).waitFor();
    // A bar that is pointed to has another color.
    const all = await bars(2).all();
    const boxes = await Promise.all(all.map(async (bar) => (await bar.boundingBox())!));
    const chart = tile(2).locator('.chart');
    const around = (await chart.boundingBox())!;
    for (const [place, month, expected] of [
      [1, 'Feb', ['2026-02-01', '2026-02-28']],
      [2, 'Mar', ['2026-03-01', '2026-03-31']],
    ] as const) {
      const { x, y, width, height } = boxes[place]!;
      const position = { x: x + width / 2 - around.x, y: y + height / 2 - around.y };
      await chart.tap({ position, timeout: 5000 });
      await expect.poll(days).toEqual(expected);
      await expect.poll(() => tooltip(2).innerText()).toContain(month);
    }
    await tile(1).locator('header > :first-child').tap();
    await tooltip(2).waitFor({ state: 'hidden' });
    await expect.poll(() => tile(2).locator('.chart path[fill="#5a6475"]').count()).toBe(0);
  });

  it('sets a filter when the page is too slow for a click of ECharts', async () => {
    await open({}, { hasTouch: true });
    // ECharts ignores a finger that it has seen for 300 ms.
    await page.evaluate(() => {
      const wait = () => {
        const end = performance.now() + 400;
        while (performance.now() < end);
      };
      addEventListener('touchend', wait, { capture: true });
    });
    await bars(2).nth(1).tap(THROUGH_BAND);
    await expect.poll(days).toEqual(['2026-02-01', '2026-02-28']);
    await tooltip(2).waitFor();
  });
});

describe('a click on a row', () => {
  it('adds its value to those of a filter with several values, or removes it', async () => {
    await open();
    await button(1, 'Bergen').click();
    await expect.poll(chosen).toBe('Bergen');
    await tile(1).getByRole('cell', { name: '4', exact: true }).click();
    await expect.poll(chosen).toBe('Bergen+Rome');
    expect(await button(1, 'Rome').getAttribute('aria-pressed')).toBe('true');
    await button(1, 'Bergen').click();
    await expect.poll(chosen).toBe('Rome');
    // The filter has the label of this value.
    await button(1, 'Bari').click();
    await expect.poll(chosen).toBe('Rome+IT-72');
  });
});

describe('the keyboard', () => {
  it('reaches the marks of a chart with one stop and the arrows', async () => {
    await open();
    const months = tile(2).locator('button.choice');
    await months.first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await months.nth(1).evaluate((own) => own === document.activeElement)).toBe(true);
    expect(
      await months.evaluateAll((all) => all.map((each) => (each as HTMLElement).tabIndex)),
    ).toEqual([-1, 0, -1]);
    // The chart points to the mark.
    await expect.poll(() => tile(2).locator('.chart').innerText()).toContain('Orders');
    await page.keyboard.press('Enter');
    await expect.poll(days).toEqual(['2026-02-01', '2026-02-28']);
    expect(await months.nth(1).getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('Space');
    await expect.poll(days).toEqual(['', '']);
    expect(await findViolations(page)).toEqual([]);
  });

  it('moves in the order of the reader, and stops at what is chosen', async () => {
    await open();
    for (let time = 0; time < 2; time += 1) await button(1, 'City').press('Enter');
    expect(await cities()).toEqual(['Rome', 'Oslo', 'Bergen', 'Bari']);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    await button(1, 'Bergen').focus();
    for (const [key, name] of [
      ['ArrowUp', 'Oslo'],
      ['End', 'Bari'],
      ['ArrowDown', 'Bari'],
      ['Home', 'Rome'],
      ['ArrowUp', 'Rome'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await focused(), key).toBe(name);
    }
    const oslo = button(1, 'Oslo');
    const pressed = await oslo.evaluate((own: HTMLElement) => {
      own.click();
      return own.ariaPressed;
    });
    expect(pressed).toBe('true');
    const stops = await tile(1).locator('button.choice[tabindex="0"]').allInnerTexts();
    expect(stops).toEqual(['Oslo']);
    await expect.poll(chosen).toBe('Oslo');
    await page.getByRole('link', { name: 'Reset' }).click();
    expect(await oslo.getAttribute('aria-pressed')).toBe('false');
  });

  it('keeps its place in a tile that is loaded again', async () => {
    await open();
    await button(1, 'Oslo').focus();
    await page.getByLabel('Area', { exact: true }).evaluate((field) => {
      (field as HTMLSelectElement).value = 'North';
      field.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect.poll(cities).toEqual(['Bergen', 'Oslo']);
    expect(await button(1, 'Oslo').evaluate((own) => own === document.activeElement)).toBe(true);
  });
});
