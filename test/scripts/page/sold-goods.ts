import type { DashboardDefinition, Filter } from 'embedded-dashboard-service';
import { testDashboard } from '../../support/test-dashboard.ts';
import type { ServedDashboard } from './page-server.ts';

const SALES = [
  { region: 'North', city: 'Oslo', n: 1 },
  { region: 'North', city: 'Bergen', n: 2 },
  { region: 'South', city: 'Rome', n: 4 },
];
const filters: Filter[] = [
  {
    kind: 'choice',
    parameter: 'Region',
    label: 'Region',
    list: [{ value: 'North', label: 'The North' }, { value: 'South' }],
  },
  { kind: 'choice', parameter: 'City', label: 'City', select: { sql: 'names :Region' } },
  { kind: 'number', parameter: 'Least', label: 'Least', default: ['0'] },
  {
    kind: 'choice',
    parameter: 'Days',
    label: 'Days',
    multiple: true,
    list: Array.from({ length: 20 }, (_, day) => ({ value: `d${day}`, label: `Día ${day}` })),
  },
  { kind: 'date', parameter: 'Start', label: 'From', rangeEnd: 'End' },
  { kind: 'date', parameter: 'End', label: 'To' },
];
const base = { span: 6, format: 'integer' } as const;
const figure = { ...base, kind: 'number', value: 'n', note: '' } as const;
const datasets = {
  cities: 'cities :Region :City',
  total: 'total :Region',
  least: 'least :Least',
  days: 'days :Days',
  all: 'all',
};
const tiles = [
  {
    ...base,
    kind: 'table',
    title: 'Cities',
    columns: [
      { column: 'city', label: 'City', format: 'text' },
      { column: 'region', label: 'Region', format: 'text' },
      { column: 'n', label: 'Orders', format: 'integer' },
    ],
  },
  { ...base, kind: 'pie', title: 'Shares', category: 'city', value: 'n' },
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
