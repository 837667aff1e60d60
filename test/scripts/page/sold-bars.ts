import type { Dashboard, DashboardDefinition } from 'embedded-dashboard-service';
import { testDashboard } from '../../support/test-dashboard.ts';
import type { Table } from '../tables.ts';
import { listFilter, tableOf } from './parts.ts';
import type { ServedDashboard } from './page-server.ts';

const base = { span: 6, format: 'integer' } as const;
const bars = {
  ...base,
  kind: 'bar',
  title: 'Sold',
  category: 'city',
  series: [
    { column: 'n', label: 'Number' },
    { column: 'returned', label: 'Returned' },
  ],
} as const;
const table = tableOf(
  'Cities',
  'sold',
  ['city', 'City', 'text'],
  ['region', 'Part of the country', 'text'],
  ['n', 'Number of sold goods', 'integer'],
  ['returned', 'Number of returned goods', 'integer'],
);
const figure = { ...base, kind: 'number', title: 'Best', value: 'n', note: '' } as const;
const section = { kind: 'heading', title: 'A section', span: 12, dataset: undefined } as const;
const below = { ...bars, id: 'below', title: 'Below' } as const;
const TILES = [bars, table, figure, section, below];
const sold: Table = ({ region: wanted }) =>
  [
    { city: 'Oslo', region: 'North', n: 3, returned: 1 },
    { city: 'Bergen', region: 'North', n: 2, returned: 1 },
    { city: 'Rome', region: 'South', n: 4, returned: 2 },
  ].filter((row) => !wanted || row.region === wanted);

/** Returns a dashboard with each kind of tile: two charts with two series, a table and a number. */
export function soldBars(changes: Partial<DashboardDefinition> = {}): ServedDashboard {
  const dashboard: Dashboard = testDashboard(1, { sold: 'sold :Region' }, TILES, {
    title: 'Sales',
    filters: [listFilter('Region', ['North', 'South'])],
    ...changes,
  });
  return { dashboard, tables: { sold } };
}
