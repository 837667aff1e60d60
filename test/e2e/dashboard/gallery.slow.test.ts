import type { Dashboard, Tile } from 'embedded-dashboard-service';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { createTile } from '../../../service/src/admin/browser/editor/suggest/new-tile.ts';
import type { DatasetColumns } from '../../../service/src/dashboard/dashboard-draft.ts';
import type { TableColumn } from '../../../service/src/dashboard/definition.ts';
import { TILE_KINDS } from '../../../service/src/dashboard/tile-kinds.ts';
import { findViolations } from '../axe.ts';
import { DATA_SHAPES } from './data-shapes.ts';
import { findFaults } from './chart-faults.ts';
import { testDashboard } from '../../support/test-dashboard.ts';
import { scaled } from '../../support/tier.mjs';
import { untilChartsLive } from './live-charts.ts';
import { useVisitedService } from './visited-service.ts';

/** A folder for screenshots to look at. Without it, the tests take none. */
const { GALLERY } = process.env;
const WIDTHS = [390, 820, 1440] as const;
const DESKTOP = { width: 1280, height: 720 };
/** A4, in CSS pixels. */
const PAPER = { width: 794, height: 1123 };
/** A third and half of a wide page. */
const SPANS = [4, 6] as const;
/** The columns of all {@link DATA_SHAPES}. */
const COLUMNS: DatasetColumns = {
  names: ['name', 'kind', 'n', 'half'],
  types: { name: 'text', kind: 'text', n: 'decimal', half: 'decimal' },
  numbers: ['n', 'half'],
  plain: [],
};
const SERIES = [
  { column: 'n', label: 'This year' },
  { column: 'half', label: 'Half of it, with a name that is long' },
];
/** A tile of each kind, and of the settings that change its layout. */
const TILE_SETTINGS: Record<string, Partial<Tile>> = {
  ...Object.fromEntries(Object.keys(TILE_KINDS).map((kind) => [kind, { kind } as Partial<Tile>])),
  'bar-horizontal': { kind: 'bar', horizontal: true },
  'bar-split': { kind: 'bar', stacked: true, splitBy: 'kind' },
  'line-split': { kind: 'line', splitBy: 'kind' },
  'area-stacked': { kind: 'area', stacked: true },
  'number-trend': {
    kind: 'number',
    previous: 'half',
    note: 'vs. half of it',
    trend: { dataset: 'rows', column: 'n' },
  },
  'table-wide': { kind: 'table', columns: toColumns('name', 'n', 'half', 'n', 'half') },
};
/** The rounding error by which a part may be larger than its box, in CSS pixels. */
const TOLERANCE = 1;

/** Returns a tile with money and two series, if its kind has them, and the settings. */
function toTile(id: string, span: Tile['span'], settings: Partial<Tile>): Tile {
  const tile = createTile(settings.kind!, { id, title: id, dataset: 'rows' }, COLUMNS);
  return Object.assign(
    tile,
    { span },
    'format' in tile && { format: 'currency' },
    'series' in tile && { series: SERIES },
    settings,
  );
}

const TILES = Object.entries(TILE_SETTINGS).flatMap(([id, settings]) =>
  SPANS.map((span) => toTile(`${id}-${span}`, span, settings)),
);

function toColumns(...names: string[]): TableColumn[] {
  return names.map((column) => ({
    column,
    label: `The column ${column}`,
    format: column === 'name' ? 'text' : 'currency',
  }));
}

const dashboards = Object.entries(DATA_SHAPES).map(([title, sql], index) =>
  testDashboard(index, { rows: sql }, TILES, { title }),
);

/** All of its tiles come after the first piece of its page. */
const lateDashboard = testDashboard(
  dashboards.length,
  { rows: `SELECT rows.* FROM (${DATA_SHAPES['forty names']}) AS rows, pg_sleep(0.4)` },
  TILES,
  { title: 'forty names that come late' },
);

const service = useVisitedService({ dashboards: [...dashboards, lateDashboard] });

async function open(dashboard: Dashboard, theme: string, viewport = DESKTOP): Promise<Page> {
  const page = await service.visit(dashboard, { viewport }, `theme=${theme}`);
  await untilChartsLive(page, await page.locator('[data-chart]').count());
  return page;
}

function toPath({ title }: Dashboard, width: number): string {
  return `${GALLERY}/${title.replaceAll(' ', '-')}-${width}.png`;
}

/** Each shape at each width. A test tier runs a part of them, at all widths. */
const CASES = dashboards.flatMap((dashboard, place) =>
  WIDTHS.map((width, index) => [dashboard.title, width, dashboard, index + place] as const),
);
const STEP = CASES.length / scaled(CASES.length);

describe('charts', () => {
  const cases = CASES.filter((_, index) => index % STEP < 1);
  const late = WIDTHS.map((width) => [lateDashboard.title, width, lateDashboard, 0] as const);
  it.for([...cases, ...late])(
    'stay in their places: %s, %d pixels',
    async ([, width, dashboard, index]) => {
      const theme = index % 2 ? 'light' : 'dark';
      const page = await open(dashboard, theme, { width, height: 900 });
      if (GALLERY) await page.screenshot({ path: toPath(dashboard, width), fullPage: true });
      expect(await page.evaluate(findFaults, TOLERANCE)).toEqual([]);
      expect(await page.locator('.tile, .section').count()).toBe(TILES.length);
      expect(await findViolations(page)).toEqual([]);
      // Tooltips do not widen a narrow page.
      for (const chart of width === WIDTHS[0] ? await page.locator('.chart').all() : []) {
        await chart.hover();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      }
      await page.close();
    },
  );

  const printed = dashboards.filter((_, index) => index % STEP < 1);
  it.for(printed)('stay in their places on paper: $title', async (dashboard) => {
    const page = await open(dashboard, 'dark', PAPER);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    expect(await page.evaluate(findFaults, TOLERANCE)).toEqual([]);
    const countCut = (boxes: Element[]): number =>
      boxes.filter((box) => box.scrollWidth > box.clientWidth + 1).length;
    expect(await page.locator('.rows').evaluateAll(countCut)).toBe(0);
    await page.close();
  });
});

it('keeps the first column of a wide table visible', async () => {
  const page = await open(dashboards[0]!, 'light', { width: 390, height: 900 });
  const rows = page.locator('[data-tile="table-wide-4"] .rows');
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
