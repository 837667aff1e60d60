import { createDashboardService, type Dashboard } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { figuresDashboard, testDashboard } from '../../support/test-dashboard.ts';

const good = figuresDashboard(1, { orders: 'SELECT 1 AS n' });
const bad = figuresDashboard(2, { orders: 'SELECT 1 AS n' });
const { definition } = bad;
const withChange = (change: object) => ({ ...bad, definition: { ...definition, ...change } });

it.each<[path: string, dashboard: object]>([
  ['title', { ...bad, title: undefined }],
  ['definition.subtitle', withChange({ subtitle: undefined })],
  ['definition.shownParameters', withChange({ shownParameters: undefined })],
  ['definition.datasets.orders.sql', withChange({ datasets: { orders: {} } })],
  ['definition.datasets', { ...bad, definition: undefined }],
  ['definition.datasets', withChange({ datasets: null })],
  ['guid', { ...bad, guid: 'x' }],
  ['guid', { ...bad, guid: good.guid.toUpperCase() }],
  ['accessible', { ...bad, accessible: undefined }],
  ['definition.tiles.0.title', withChange({ tiles: [{ ...definition.tiles[0], title: 1 }] })],
])('a dashboard with a fault at %s is refused with its path', (path, faulty) => {
  const dashboards = [good, faulty as Dashboard];
  expect(() => createDashboardService({ dashboards })).toThrow(`dashboards[1].${path}: `);
});

it('accepts what the editor would only call unfinished', () => {
  const unfinished = testDashboard(1, { 'any name': '' }, []);
  expect(() => createDashboardService({ dashboards: [unfinished] })).not.toThrow();
});
