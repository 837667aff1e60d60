import type { Dashboard, DashboardDefinition, Filter } from 'embedded-dashboard-service';
import { testDashboard } from '../../support/test-dashboard.ts';
import type { Table } from '../tables.ts';
import type { ServedDashboard } from './page-server.ts';

const base = { span: 6, format: 'integer' } as const;
const region: Filter = {
  kind: 'choice',
  parameter: 'Region',
  label: 'Region',
  list: [{ value: 'North' }, { value: 'South' }],
};
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
const table = {
  ...base,
  kind: 'table',
  title: 'Cities',
  columns: [
    { column: 'city', label: 'City', format: 'text' },
    { column: 'region', label: 'Part of the country', format: 'text' },
    { column: 'n', label: 'Number of sold goods', format: 'integer' },
    { column: 'returned', label: 'Number of returned goods', format: 'integer' },
  ],
} as const;
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
    filters: [region],
    ...changes,
  });
  return { dashboard, tables: { sold } };
}
