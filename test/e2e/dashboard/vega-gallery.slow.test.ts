import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { equalsShown } from './shown-numbers.ts';
import { scaled } from '../../support/tier.mjs';
import { createVegaDashboards, type VegaDashboard } from '../../support/vega-dashboards.ts';
import { findViolations } from '../axe.ts';
import { findFaults, findLabelFaults } from './chart-faults.ts';
import { untilChartsLive } from './live-charts.ts';
import { useVisitedService } from './visited-service.ts';

/** A folder for screenshots to look at. Without it, the tests take none. */
const { GALLERY } = process.env;
/** The rounding error by which a part may be larger than its box, in CSS pixels. */
const TOLERANCE = 1;
/** The pages of each dashboard. A4 is 794 pixels wide. */
const PAGES = [
  { name: 'phone', width: 390, theme: 'light', media: 'screen' },
  { name: 'tablet', width: 820, theme: 'dark', media: 'screen' },
  { name: 'desktop', width: 1440, theme: 'light', media: 'screen' },
  { name: 'night', width: 1440, theme: 'dark', media: 'screen' },
  { name: 'paper', width: 794, theme: 'dark', media: 'print' },
  { name: 'arabic', width: 820, theme: 'light', media: 'screen' },
] as const;
type Place = (typeof PAGES)[number];

/** The largest height of a chart, in CSS pixels. */
const MAX_HEIGHT = 640;
/** Larger tables take long to draw and to check, and look the same. */
const MANY_ROWS = 150;

const hasFewRows = ({ result }: VegaDashboard): boolean => result.rows.length <= MANY_ROWS;
const ltr = createVegaDashboards();
for (const dashboard of ltr) {
  const { definition } = dashboard;
  definition.tiles = definition.tiles.filter(
    ({ kind }, index) => index === 0 || kind !== 'table' || hasFewRows(dashboard),
  );
  // Two tiles of a page need different names.
  for (const tile of definition.tiles) tile.title = `${tile.title} (${tile.kind})`;
}
const rtl = ltr.map((dashboard) => ({
  ...dashboard,
  guid: dashboard.guid.replace(/^0/, '1'),
  definition: { ...dashboard.definition, locale: 'ar' },
}));
const service = useVisitedService({ dashboards: [...ltr, ...rtl] });

async function open(dashboard: VegaDashboard, { theme, media, width }: Place): Promise<Page> {
  const page = await service.visit(
    dashboard,
    { viewport: { width, height: 900 } },
    `theme=${theme}`,
  );
  await untilChartsLive(page, await page.locator('[data-chart]').count());
  await page.emulateMedia({ media });
  if (media === 'print') await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  return page;
}

/** Returns the numbers of the tables on screen whose text is not the value. */
async function findWrongNumbers(page: Page, dashboard: VegaDashboard): Promise<string[]> {
  const cells = await page.locator(':is(td.number, .heat td)[data-value]').evaluateAll((found) =>
    found.map((cell) => ({
      tile: cell.closest<HTMLElement>('.tile')!.dataset['tile'],
      column: (cell as HTMLElement).dataset['column'],
      value: (cell as HTMLElement).dataset['value']!,
      text: cell.textContent.trim(),
    })),
  );
  expect(cells.length).toBeGreaterThan(0);
  return cells.flatMap(({ tile, column, value, text }) => {
    if (value === '') return text === '–' || text === '' ? [] : [`NULL is ${text}`];
    const { tiles } = dashboard.definition;
    const shown = tiles.find(({ id }) => id === tile)!;
    const columns = 'columns' in shown ? shown.columns : 'x' in shown ? [shown.x, shown.y] : [];
    const style = columns.find((each) => each.column === column) ?? shown;
    const numbers = 'numbers' in style ? style.numbers : undefined;
    return equalsShown(text, Number(value), numbers) ? [] : [`${column}: ${value} is ${text}`];
  });
}

const CASES = ltr.flatMap((dashboard, index) =>
  PAGES.map((place, at) => ({
    title: dashboard.title,
    name: place.name,
    place,
    shown: place.name === 'arabic' ? rtl[index]! : dashboard,
    number: index * PAGES.length + ((index + at) % PAGES.length),
  })),
);
const STEP = CASES.length / scaled(CASES.length);

describe('the dashboard that the editor suggests', () => {
  const cases = CASES.filter(({ number }) => number % STEP < 1);
  it.for(cases)('is right for $title: $name', async ({ title, name, place, shown }) => {
    const page = await open(shown, place);
    if (GALLERY) {
      const path = `${GALLERY}/${title.replaceAll(' ', '-')}-${name}.png`;
      await page.screenshot({ path, fullPage: true });
    }
    expect(await page.evaluate(findFaults, TOLERANCE)).toEqual([]);
    expect(await page.evaluate(findLabelFaults, TOLERANCE)).toEqual([]);
    const heights = await page
      .locator('.chart')
      .evaluateAll((charts) => charts.map(({ clientHeight }) => clientHeight));
    expect(Math.max(0, ...heights)).toBeLessThanOrEqual(MAX_HEIGHT);
    expect(await page.locator('.tile').count()).toBe(shown.definition.tiles.length);
    expect(await page.locator('.tile:not([data-state=ready])').count()).toBe(0);
    if (name !== 'arabic') expect(await findWrongNumbers(page, shown)).toEqual([]);
    if (place.media === 'screen' && hasFewRows(shown))
      expect(await findViolations(page)).toEqual([]);
    await page.close();
  });
});
