import { createDashboardService, type Dashboard, type Tile } from 'embedded-dashboard-service';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../support/chromium.ts';
import { DATA_SHAPES } from './data-shapes.ts';
import { untilChartsLive } from './live-charts.ts';

/** A folder for screenshots, to look at. */
const { GALLERY } = process.env;
const WIDTHS = [390, 820, 1440] as const;
/** A third of a wide page, and half of it. */
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
  'lying-bars': { kind: 'bar', horizontal: true, ...AXIS },
  lines: { kind: 'line', ...AXIS },
} as const;
/** A part may be this much larger than its box, in CSS pixels: rounding. */
const TOLERANCE = 1;

const toTile = (id: string, span: number, chart: object): Tile =>
  ({ id, span, title: id, dataset: 'rows', ...chart }) as Tile;

const TILES = [
  ...Object.entries(CHARTS).flatMap(([id, chart]) =>
    SPANS.map((span) => toTile(`${id}-${span}`, span, chart)),
  ),
  toTile('table', 4, { kind: 'table', columns: toColumns('name', 'n', 'half', 'n', 'half') }),
];

function toColumns(...names: string[]) {
  return names.map((column) => ({
    column,
    label: `The column ${column}`,
    format: column === 'name' ? 'text' : 'currency',
  }));
}

const dashboards = Object.entries(DATA_SHAPES).map(([title, values], index): Dashboard => ({
  guid: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
  title,
  accessible: true,
  definition: {
    subtitle: '',
    currency: 'EUR',
    shownParameters: [],
    datasets: {
      rows: {
        sql: `SELECT name, n::float8, n::float8 / 2 AS half FROM (VALUES ${values}) AS shape (name, n)`,
      },
    },
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

/** Runs in the page. Returns a line for each part that leaves its tile, lies on another, or is lost. */
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

  /** Of up to twelve names at least half are shown, with five letters or more. */
  const findLostNames = (tile: Element, chart: Element): string[] => {
    const cells = [...tile.querySelectorAll('td:first-child')];
    const names = new Set(cells.map(({ textContent }) => textContent));
    if (names.size > 12) return [];
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
    if (meet(boxOf(chart), boxOf(legend))) faults.push('the legend lies on the chart');
    for (const part of legend.querySelectorAll('li > *')) {
      if (boxOf(part).width < 5) faults.push(`${part.outerHTML} is lost`);
    }
    if (legend.matches('.series')) return [...faults, ...findLostNames(tile, chart)];
    const total = chart.querySelector('text');
    // 0.92 of its box is the ring, and 0.64 of this the hole.
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

describe.each(dashboards)('charts of $title', (dashboard) => {
  it.each(WIDTHS)('keep to their places on a page of %d pixels', async (width) => {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await open(page, dashboard, 'light');
    if (GALLERY) await page.screenshot({ path: toPath(dashboard, width), fullPage: true });
    expect(await page.evaluate(findFaults, TOLERANCE)).toEqual([]);
    expect(await page.locator('.tile').count()).toBe(TILES.length);
    await page.close();
  });

  it('have tooltips that leave a narrow page as it is', async () => {
    const [width] = WIDTHS;
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    await open(page, dashboard, 'light');
    for (const chart of await page.locator('.chart').all()) {
      await chart.hover();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    await page.close();
  });
});

it('a line of the legend raises its slice', async () => {
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

it('a wide table keeps its first column in sight', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 900 } });
  await open(page, dashboards[0]!, 'light');
  const rows = page.locator('.rows');
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
