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

it('lets other requests run between two tiles', async () => {
  const tiles = [
    { ...PIE, id: 'one' },
    { ...PIE, id: 'two' },
    { ...PIE, id: 'three' },
  ];
  const dashboard = testDashboard(1, { sales: '' }, tiles);
  const steps: string[] = [];
  const others = (): void => {
    steps.push('others');
    next = setImmediate(others);
  };
  let next = setImmediate(others);
  const draw = () => {
    steps.push('tile');
    return { width: 1, height: 1, svg: '', notes: [] };
  };
  const results = toAwaited(
    new Map([['sales', { ...ROWS, columns: [...ROWS.columns], rows: [...ROWS.rows] }]]),
  );
  const content = { dashboard, results, parameters: {}, asOf: new Date(0), draw };
  const display = parseDisplayOptions(new URLSearchParams());
  const place = { locale: toPageLocale('en'), display, assets: NO_ASSETS };
  await joinPieces(renderDashboardPage(dashboard, Promise.resolve(content), place));
  clearImmediate(next);
  const between = steps.join(' ').split('tile').slice(1, -1);
  expect(between).toEqual([expect.stringContaining('others'), expect.stringContaining('others')]);
});
