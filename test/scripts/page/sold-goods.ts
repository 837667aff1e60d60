import type { DashboardDefinition, Filter } from 'embedded-dashboard-service';
import { testDashboard } from '../../support/test-dashboard.ts';
import { listFilter, rangeFilters, tableOf } from './parts.ts';
import type { ServedDashboard } from './page-server.ts';

const SALES = [
  { region: 'North', city: 'Oslo', n: 1 },
  { region: 'North', city: 'Bergen', n: 2 },
  { region: 'South', city: 'Rome', n: 4 },
];
const DAYS = Array.from({ length: 20 }, (_, day): [string, string] => [`d${day}`, `Día ${day}`]);
const filters: Filter[] = [
  listFilter('Region', [['North', 'The North'], 'South']),
  { kind: 'choice', parameter: 'City', label: 'City', select: { sql: 'names :Region' } },
  { kind: 'number', parameter: 'Least', label: 'Least', default: ['0'] },
  listFilter('Days', DAYS, { multiple: true }),
  ...rangeFilters(),
];
const figure = { kind: 'number', value: 'n', note: '', format: 'integer' } as const;
const datasets = {
  cities: 'cities :Region :City',
  total: 'total :Region',
  least: 'least :Least',
  days: 'days :Days',
  all: 'all',
};
const tiles = [
  tableOf(
    'Cities',
    'cities',
    ['city', 'City', 'text'],
    ['region', 'Region', 'text'],
    ['n', 'Orders', 'integer'],
  ),
  { kind: 'pie', title: 'Shares', category: 'city', value: 'n', format: 'integer' },
  { ...figure, title: 'Total', dataset: 'total' },
  { ...figure, title: 'Least', dataset: 'least' },
  { ...figure, title: 'Days', dataset: 'days' },
  { ...figure, title: 'All', dataset: 'all' },
] as const;
const isIn = (region: unknown) => (row: { region: string }) => !region || row.region === region;
const sum = (rows: typeof SALES): number => rows.reduce((total, { n }) => total + n, 0);

/** Returns a dashboard of sold goods with a filter of each kind. Its table can be sorted, and its chart has a legend. */
export function soldGoods(changes: Partial<DashboardDefinition> = {}): ServedDashboard {
  return {
    dashboard: testDashboard(1, datasets, [...tiles], { title: 'Sales', filters, ...changes }),
    tables: {
      names: ({ region }) =>
        SALES.filter(isIn(region))
          .map(({ city }) => ({ city }))
          .toSorted((one, other) => (one.city < other.city ? -1 : 1)),
      cities: ({ region, city }) =>
        SALES.filter(isIn(region)).filter((row) => !city || row.city === city),
      total: ({ region }) => [{ n: sum(SALES.filter(isIn(region))) }],
      least: ({ least }) => [{ n: SALES.filter(({ n }) => n >= Number(least)).length }],
      days: ({ days }) => [{ n: Array.isArray(days) ? days.length : 0 }],
      all: () => [{ n: SALES.length }],
    },
  };
}
