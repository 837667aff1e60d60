import { demoDashboards } from 'embedded-dashboard-service';
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, it } from 'vitest';
import { untilChartsLive } from './live-charts.ts';
import { useVisitedService } from './visited-service.ts';

const LOCALES = ['de', 'ar', 'ar-EG', 'ja'];
const WIDTHS = [1440, 390];

/** The sales dashboard in each language. */
const dashboards = LOCALES.map((locale, digit) => ({
  ...demoDashboards[0]!,
  guid: `00000000-0000-4000-8000-00000000000${digit}`,
  definition: { ...demoDashboards[0]!.definition, locale },
}));

const service = useVisitedService({ dashboards });
let page: Page;

afterEach(() => page.close());

/** Opens a dashboard and waits until its charts are live. */
async function open(locale: string, width: number): Promise<void> {
  const dashboard = dashboards[LOCALES.indexOf(locale)]!;
  page = await service.visit(dashboard, { viewport: { width, height: 900 } });
  await untilChartsLive(page, 3);
}

const boxOf = async (place: Locator) => (await place.boundingBox())!;
const tile = (id: string): Locator => page.locator(`[data-tile="${id}"]`);

/** Runs in the page: returns the texts that leave their chart, and the tiles that leave the page. */
function findOverflow(): string[] {
  const leaves = (inner: DOMRect, outer: DOMRect): boolean =>
    inner.left < outer.left - 1 || inner.right > outer.right + 1;
  const texts = [...document.querySelectorAll('.chart text')].filter((text) =>
    leaves(text.getBoundingClientRect(), text.closest('.chart')!.getBoundingClientRect()),
  );
  const tiles = [...document.querySelectorAll('.tile, h1, .shown-parameters')].filter((each) =>
    leaves(each.getBoundingClientRect(), document.body.getBoundingClientRect()),
  );
  return [...texts, ...tiles].map(({ textContent }) => textContent);
}

describe.each(LOCALES)('a page in %s', (locale) => {
  it.each(WIDTHS)('keeps every text inside its chart at a width of %d', async (width) => {
    await open(locale, width);
    expect(await page.evaluate(findOverflow)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  });
});

describe('the live charts', () => {
  it.each([
    ['ar', /[٠-٩]/],
    ['ar-EG', /[0-9]/],
  ])('of %s use the digits of the rest of the page', async (locale, others) => {
    await open(locale, 1440);
    const texts = await page.locator('.chart text, .figure, td.number').allTextContents();
    expect(texts.join(' ')).not.toMatch(others);
  });

  it('use the month names of the language', async () => {
    await open('ja', 1440);
    const texts = await tile('revenue-by-month').locator('.chart text').allTextContents();
    expect(texts).toContain('2025年11月');
    expect(texts.join(' ')).toMatch(/€\d+万/);
  });
});

describe('a right-to-left page', () => {
  it('starts tiles, headings and tables on the right', async () => {
    await open('ar', 1440);
    const [first, second] = [await boxOf(tile('revenue')), await boxOf(tile('orders'))];
    expect(first.x).toBeGreaterThan(second.x + second.width);
    const cells = tile('top-products').locator('tbody tr').first().locator('td');
    expect((await boxOf(cells.first())).x).toBeGreaterThan((await boxOf(cells.last())).x);
    expect(await cells.first().evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('right');
    expect(await cells.last().evaluate((cell) => getComputedStyle(cell).textAlign)).toBe('left');
  });

  it('has the names of a legend to the left of their marks, in reading order', async () => {
    await open('ar', 1440);
    const [thisYear, lastYear] = ['This year', 'Last year'].map((name) =>
      tile('revenue-by-month').locator('.legend li', { hasText: name }),
    );
    const first = await boxOf(thisYear!);
    const second = await boxOf(lastYear!);
    expect(first.x).toBeGreaterThan(second.x + second.width);
    const name = await boxOf(thisYear!.locator('.name'));
    const mark = await boxOf(thisYear!.locator('.swatch'));
    expect(mark.x).toBeGreaterThanOrEqual(name.x + name.width);
  });

  it('has right-to-left tooltips', async () => {
    await open('ar', 1440);
    const chart = tile('revenue-by-month').locator('.chart');
    await chart.hover({ position: { x: 300, y: 120 } });
    const tooltip = chart.locator('.chart-tooltip');
    const [name, value] = [
      await boxOf(tooltip.getByText('This year')),
      await boxOf(tooltip.getByText('€').first()),
    ];
    expect(name.x).toBeGreaterThanOrEqual(value.x + value.width + 19);
  });
});
