import { expect, it } from 'vitest';
import { joinPieces, renderDashboardPage } from '../../../service/src/page/dashboard-page.ts';
import { parseDisplayOptions } from '../../../service/src/page/display-options.ts';
import { toAwaited } from '../../../service/src/page/page-content.ts';
import { toPageLocale } from '../../../service/src/words/page-locale.ts';
import { NO_ASSETS } from '../../charts/draw-plot.ts';
import { testDashboard } from '../../support/test-dashboard.ts';

const PIE = {
  kind: 'pie',
  title: 'Sales',
  dataset: 'sales',
  span: 12,
  category: 'region',
  value: 'n',
  format: 'integer',
} as const;
const ROWS = {
  columns: [
    { name: 'region', type: 'text' },
    { name: 'n', type: 'integer' },
  ],
  rows: [
    { region: 'North', n: 1 },
    { region: 'South', n: 2 },
  ],
  ...{ truncated: false, durationMs: 1 },
} as const;

const LARGE = 'x'.repeat(2 ** 17);

const TILES = [
  { ...PIE, id: 'one' },
  { ...PIE, id: 'two' },
  { ...PIE, id: 'three' },
];

/** Returns the pieces of a page whose tiles are there at once. `draw` returns the drawing of each. */
function renderTiles(draw: () => string) {
  const dashboard = testDashboard(1, { sales: '' }, TILES);
  const rows = { ...ROWS, columns: [...ROWS.columns], rows: [...ROWS.rows] };
  const content = {
    ...{ dashboard, results: toAwaited(new Map([['sales', rows]])), parameters: {} },
    ...{ asOf: new Date(0), draw: () => ({ width: 1, height: 1, svg: draw(), notes: [] }) },
  };
  const display = parseDisplayOptions(new URLSearchParams());
  const place = { locale: toPageLocale('en'), display, assets: NO_ASSETS };
  return renderDashboardPage(dashboard, Promise.resolve(content), place);
}

it('lets other requests run between two large tiles', async () => {
  const steps: string[] = [];
  const others = (): void => {
    steps.push('others');
    next = setImmediate(others);
  };
  let next = setImmediate(others);
  await joinPieces(
    renderTiles(() => {
      steps.push('tile');
      return LARGE;
    }),
  );
  clearImmediate(next);
  const between = steps.join(' ').split('tile').slice(1, -1);
  expect(between).toEqual([expect.stringContaining('others'), expect.stringContaining('others')]);
});

it.each([
  { size: 'small', svg: 'x', counts: [3] },
  { size: 'large', svg: LARGE, counts: [1, 1, 1] },
])('sends $size tiles that are there at once in pieces of $counts', async ({ svg, counts }) => {
  const found: number[] = [];
  for await (const { html, hasTiles } of renderTiles(() => svg)) {
    const count = html.split('data-tile=').length - 1;
    expect(hasTiles).toBe(count > 0);
    if (hasTiles) found.push(count);
  }
  expect(found).toEqual(counts);
});
