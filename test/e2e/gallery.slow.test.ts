import { createDashboardService, type Dashboard, type Tile } from 'embedded-dashboard-service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { findViolations } from './axe.ts';
import { DATA_SHAPES } from './data-shapes.ts';
import { scaled } from '../support/tier.mjs';
import { untilChartsLive } from './live-charts.ts';

/** A folder for screenshots to look at. Without it, the tests take none. */
const { GALLERY } = process.env;
const WIDTHS = [390, 820, 1440] as const;
/** A4, in CSS pixels. */
const PAPER = { width: 794, height: 1123 };
/** A third and half of a wide page. */
const SPANS = [4, 6] as const;
const SHARE = { category: 'name', value: 'n', format: 'currency' } as const;
const AXIS = {
  category: 'name',
  format: 'currency',
  series: [
    { column: 'n', label: 'This year' },
    { column: 'half', label: 'Half of it, with a name that is long' },
  ],
} as const;
const CHARTS = {
  pie: { kind: 'pie', ...SHARE },
  donut: { kind: 'donut', ...SHARE },
  bars: { kind: 'bar', ...AXIS },
  'horizontal-bars': { kind: 'bar', horizontal: true, ...AXIS },
  lines: { kind: 'line', ...AXIS },
  areas: { kind: 'area', ...AXIS, stacked: true },
  'split-bars': { kind: 'bar', ...AXIS, stacked: true, splitBy: 'kind' },
  'split-lines': { kind: 'line', ...AXIS, splitBy: 'kind' },
  points: {
    kind: 'scatter',
    category: 'name',
    x: { column: 'n', label: 'This year', format: 'currency' },
    y: { column: 'half', label: 'Half of it, with a name that is long', format: 'decimal' },
  },
} as const;
/** The rounding error by which a part may be larger than its box, in CSS pixels. */
const TOLERANCE = 1;

const toTile = (id: string, span: number, chart: object): Tile =>
  ({ id, span, title: id, dataset: 'rows', ...chart }) as Tile;

const TILES = [
  ...Object.entries(CHARTS).flatMap(([id, chart]) =>
    SPANS.map((span) => toTile(`${id}-${span}`, span, chart)),
  ),
  toTile('table', 4, { kind: 'table', columns: toColumns('name', 'n', 'half', 'n', 'half') }),
  toTile('heat', 6, { kind: 'heatmap', ...SHARE, splitBy: 'kind' }),
  toTile('figure', 3, {
    kind: 'number',
    value: 'n',
    previous: 'half',
    format: 'currency',
    note: 'vs. half of it',
    trend: { dataset: 'rows', column: 'n' },
  }),
];

function toColumns(...names: string[]) {
  return names.map((column) => ({
    column,
    label: `The column ${column}`,
    format: column === 'name' ? 'text' : 'currency',
  }));
}

const dashboards = Object.entries(DATA_SHAPES).map(([title, sql], index): Dashboard => ({
  guid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  title,
  accessible: true,
  definition: {
    subtitle: '',
    currency: 'EUR',
    shownParameters: [],
    datasets: { rows: { sql } },
    tiles: TILES,
  },
}));

const service = createDashboardService({ apiKey: 'key', dashboards });
let url: string;
let browser: Browser;

beforeAll(async () => {
  ({ url } = await service.listen(0));
  browser = await launchChromium();
});

afterAll(async () => {
  await browser.close();
  await service.close();
});

async function open(page: Page, { guid }: Dashboard, theme: string): Promise<void> {
  const token = await (await fetch(`${url}/Api/GetToken/key/reader/${guid}`)).text();
  await page.goto(`${url}/Tdb/${token}?theme=${theme}`);
  await untilChartsLive(page, await page.locator('[data-chart]').count());
}

function toPath({ title }: Dashboard, width: number): string {
  return `${GALLERY}/${title.replaceAll(' ', '-')}-${width}.png`;
}

/** Runs in the page. Returns a line for each part that leaves its tile, overlaps another, or is lost. */
function findFaults(tolerance: number): string[] {
  const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();
  const leaves = (inner: DOMRect, outer: DOMRect): boolean =>
    inner.left < outer.left - tolerance ||
    inner.right > outer.right + tolerance ||
    inner.top < outer.top - tolerance ||
    inner.bottom > outer.bottom + tolerance;
  const meet = (one: DOMRect, other: DOMRect): boolean =>
    one.left < other.right - tolerance &&
    other.left < one.right - tolerance &&
    one.top < other.bottom - tolerance &&
    other.top < one.bottom - tolerance;

  /** Returns a fault unless the chart shows half of up to twelve names, with five letters or more. */
  const findLostNames = (tile: Element, chart: Element): string[] => {
    const cells = [...tile.querySelectorAll('td:first-child')];
    const names = new Set(cells.map(({ textContent }) => textContent));
    // A chart with more names shows their number in a note.
    if (tile.querySelector('.note')?.textContent) return [];
    const texts = [...chart.querySelectorAll('text')].map(({ textContent }) => textContent);
    const shown = [...names].filter((name) =>
      texts.some((text) => {
        const letters = text.replace('…', '');
        return letters === name || (letters.length >= 5 && name.startsWith(letters));
      }),
    );
    return shown.length * 2 >= names.size ? [] : [`shows ${shown.length} of ${names.size} names`];
  };

  const findInTile = (tile: Element): string[] => {
    const faults: string[] = [];
    for (const part of tile.querySelectorAll('h2, .state, .chart svg > g *, .legend *')) {
      if (leaves(boxOf(part), boxOf(tile))) faults.push(`${part.outerHTML} leaves its tile`);
    }
    const chart = tile.querySelector('.chart');
    const legend = tile.querySelector('.legend');
    if (!chart || !legend) return faults;
    if (meet(boxOf(chart), boxOf(legend))) faults.push('the legend overlaps the chart');
    for (const part of legend.querySelectorAll('li > *')) {
      if (boxOf(part).width < 5) faults.push(`${part.outerHTML} is lost`);
    }
    if (legend.matches('.series')) return [...faults, ...findLostNames(tile, chart)];
    const total = chart.querySelector('text');
    // The ring has 0.92 of its box, and the hole has 0.64 of the ring.
    const hole = Math.min(boxOf(chart).width, boxOf(chart).height) * 0.92 * 0.64;
    if (total && boxOf(total).width > hole) faults.push(`${total.textContent} touches the ring`);
    return faults;
  };

  const isWide = document.documentElement.scrollWidth > innerWidth;
  const faults = [...document.querySelectorAll('.tile')].flatMap((tile) =>
    findInTile(tile).map((fault) => `${(tile as HTMLElement).dataset.tile}: ${fault}`),
  );
  return isWide ? ['The page scrolls sideways.', ...faults] : faults;
}

/** Each shape at each width. A test tier runs a part of them, at all widths. */
const CASES = dashboards.flatMap((dashboard, place) =>
  WIDTHS.map((width, index) => [dashboard.title, width, dashboard, index + place] as const),
);
const STEP = CASES.length / scaled(CASES.length);

describe('charts', () => {
  const cases = CASES.filter((_, index) => index % STEP < 1);
  it.for(cases)('stay in their places: %s, %d pixels', async ([, width, dashboard, index]) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await open(page, dashboard, index % 2 ? 'light' : 'dark');
    if (GALLERY) await page.screenshot({ path: toPath(dashboard, width), fullPage: true });
    expect(await page.evaluate(findFaults, TOLERANCE)).toEqual([]);
    expect(await page.locator('.tile').count()).toBe(TILES.length);
    expect(await findViolations(page)).toEqual([]);
    // Tooltips do not widen a narrow page.
    for (const chart of width === WIDTHS[0] ? await page.locator('.chart').all() : []) {
      await chart.hover();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.close();
  });

  const printed = dashboards.filter((_, index) => index % STEP < 1);
  it.for(printed)('stay in their places on paper: $title', async (dashboard) => {
    const page = await browser.newPage({ viewport: PAPER });
    await open(page, dashboard, 'dark');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.evaluate(findFaults, TOLERANCE)).toEqual([]);
    const countCut = (boxes: Element[]): number =>
      boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).length;
    expect(await page.locator('.rows').evaluateAll(countCut)).toBe(0);
    await page.close();
  });
});

it('raises the slice of a legend entry under the pointer', async () => {
  const page = await browser.newPage();
  await open(page, dashboards[0]!, 'dark');
  const tile = page.locator('[data-tile="donut-6"]');
  const slice = tile.locator('.chart path').nth(1);
  const rest = await slice.getAttribute('d');
  await tile.locator('.legend li').nth(1).hover();
  await expect.poll(() => slice.getAttribute('d')).not.toBe(rest);
  await page.locator('h1').hover();
  await expect.poll(() => slice.getAttribute('d')).toBe(rest);
  await page.close();
});

it('keeps the first column of a wide table visible', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  await open(page, dashboards[0]!, 'light');
  const rows = page.locator('[data-tile="table"] .rows');
  const room = await rows.evaluate((box) => {
    const rest = box.scrollWidth - box.clientWidth;
    box.scrollLeft = rest;
    return rest;
  });
  expect(room).toBeGreaterThan(100);
  const [box, cell] = [await rows.boundingBox(), await rows.locator('td').first().boundingBox()];
  expect(cell!.x).toBeCloseTo(box!.x, 0);
  await page.close();
});

it('sorts the rows of a table by a heading, with empty cells last', async () => {
  const page = await browser.newPage({ viewport: { width: 820, height: 900 } });
  const shape = dashboards.find(({ title }) => title === 'a gap')!;
  await open(page, shape, 'light');
  const table = page.locator('[data-tile="table"] table');
  const names = (): Promise<string[]> => table.locator('td:first-child').allInnerTexts();
  const heading = table.getByRole('columnheader', { name: 'The column half' }).first();
  await heading.getByRole('button').click();
  await heading.getByRole('button').press('Enter');
  expect(await heading.getAttribute('aria-sort')).toBe('descending');
  expect(await names()).toEqual(['E', 'C', 'A', 'B', 'D']);
  await page.close();
});

it('downloads the rows of a tile, by keyboard too', async () => {
  const page = await browser.newPage({ viewport: { width: 820, height: 900 } });
  await open(page, dashboards[0]!, 'light');
  const link = page.locator('[data-tile="bars-4"]').getByRole('link', { name: 'CSV' });
  await link.focus();
  expect(await link.evaluate((element) => getComputedStyle(element).opacity)).toBe('1');
  const [download] = await Promise.all([page.waitForEvent('download'), link.press('Enter')]);
  expect(download.suggestedFilename()).toBe('bars-4.csv');
  await page.close();
});
