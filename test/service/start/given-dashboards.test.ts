import { createDashboardService, type Dashboard } from 'embedded-dashboard-service';
import { expect, it } from 'vitest';
import { figuresDashboard, testDashboard } from '../../support/test-dashboard.ts';
import { testService } from '../../support/test-database.ts';
import { keepNotices } from '../../support/notices.ts';

const good = figuresDashboard(1, { orders: 'SELECT 1 AS n' });
const bad = figuresDashboard(2, { orders: 'SELECT 1 AS n' });
const { definition } = bad;
const withChange = (change: object) => ({ ...bad, definition: { ...definition, ...change } });
const withTile = (change: object) => withChange({ tiles: [{ ...definition.tiles[0], ...change }] });
const deepArray = (depth: number): unknown => {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
};

it.each<[path: string, dashboard: object]>([
  ['title', { ...bad, title: undefined }],
  ['definition.subtitle', withChange({ subtitle: undefined })],
  ['definition.shownParameters', withChange({ shownParameters: undefined })],
  ['definition.requiredParameters', withChange({ requiredParameters: 'Region' })],
  ['definition.requiredParameters.0', withChange({ requiredParameters: ['Re gion'] })],
  ['definition.datasets.orders.sql', withChange({ datasets: { orders: {} } })],
  ['definition.datasets', { ...bad, definition: undefined }],
  ['definition.datasets', withChange({ datasets: null })],
  ['guid', { ...bad, guid: 'x' }],
  ['guid', { ...bad, guid: good.guid.toUpperCase() }],
  ['accessible', { ...bad, accessible: undefined }],
  ['definition.tiles.0.title', withChange({ tiles: [{ ...definition.tiles[0], title: 1 }] })],
  ['definition.tiles.0.kind', withTile({ kind: 'gauge' })],
  ['definition.filters.0.kind', withChange({ filters: [{ kind: 'odd' }] })],
  ['definition.tiles.0.format', withTile({ format: 'x' })],
  ['definition.tiles.1.id', withChange({ tiles: [definition.tiles[0], definition.tiles[0]] })],
  ['definition.tiles.0.numbers.digits', withTile({ numbers: { digits: -1 } })],
  ['definition.locale', withChange({ locale: 'de_DE' })],
  ['definition.currency', withChange({ currency: 'euros' })],
  ['title', { ...bad, title: 'a\0b' }],
  ['definition.subtitle', withChange({ subtitle: '\ud800' })],
  ['definition.datasets.orders.sql', withChange({ datasets: { orders: { sql: "SELECT '\0'" } } })],
  ['definition.datasets.a\ufffd', withChange({ datasets: { 'a\0': { sql: 'SELECT 1' } } })],
  ['definition.notes.0', withChange({ notes: ['\udc00'] })],
  ['definition.notes.0', withChange({ notes: deepArray(1000) })],
])('a dashboard with a fault at %s is refused with its path', (path, faulty) => {
  const dashboards = [good, faulty as Dashboard];
  expect(() => createDashboardService({ dashboards })).toThrow(`dashboards[1].${path}: `);
});

it.each([
  ['a BigInt', withChange({ notes: 1n })],
  ['too many arrays for JSON', withChange({ notes: deepArray(50_000) })],
])('a dashboard with %s is refused', (_, faulty) => {
  expect(() => createDashboardService({ dashboards: [faulty] })).toThrow(
    'dashboards[0]: This must be JSON.',
  );
});

it('accepts what the editor would only call unfinished', () => {
  const heading = { kind: 'heading', span: 6 } as const;
  const unfinished = testDashboard(1, { 'any name': '' }, [heading]);
  expect(() => createDashboardService({ dashboards: [unfinished] })).not.toThrow();
});

it('names each dashboard that does not say which parameters are required, in one line at the start', async () => {
  const title = (name: string, parts: object = {}) => ({ title: name, ...parts });
  const sql = 'SELECT 1 AS n WHERE :Region = :Region';
  const filter = { kind: 'text', parameter: 'REGION', label: 'Region' } as const;
  const warnings: string[] = [];
  const service = createDashboardService({
    ...(await testService()),
    dashboards: [
      testDashboard(1, { a: sql }, [], title('Open', { requiredParameters: [] })),
      testDashboard(2, { a: sql }, [], title('Undecided')),
      testDashboard(3, { a: sql }, [], title('With a filter', { filters: [filter] })),
      testDashboard(4, { a: 'SELECT 1 AS n' }, [], title('Without parameters')),
    ],
    onEvent: keepNotices(warnings),
  });
  await service.query('SELECT 1');
  await service.close();
  expect(warnings.filter((line) => line.includes('requiredParameters'))).toEqual([
    'The dashboard “Undecided” has no requiredParameters: applications may leave its SQL parameters out, which are NULL then. List those that they must set, or [].',
  ]);
});
