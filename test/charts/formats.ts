import type { Plots } from './plot.ts';

const name = ['A', 'B', 'C'];
const people = { name, people: [1_234_567, 2_500_000, 890_000] };
const shares = { name, won: [0.25, 0.5, 0.4], lost: [0.75, 0.5, 0.6] };
const quarter = ['2026-01-01', '2026-04-01', '2026-10-01'];
const sold = { name, sold: [1000, 2000, 1500], profit: [120, 260, 90] };

/** The formats that authors choose for numbers and dates. */
export const FORMATS: Plots = {
  'full numbers': { kind: 'bar', rows: people, tile: { numbers: { notation: 'full' } } },
  'compact figure': {
    kind: 'number',
    rows: { people: [1_234_567] },
    tile: { numbers: { notation: 'compact', digits: 2 } },
  },
  'years as numbers': {
    kind: 'scatter',
    rows: { name, built: [1956, 1999, 2024], height: [30, 75, 52] },
    tile: {
      x: { column: 'built', label: 'Built', format: 'decimal', numbers: { notation: 'plain' } },
    },
  },
  'another currency': {
    kind: 'bar',
    rows: sold,
    tile: { numbers: { before: 'CHF ', notation: 'full' } },
  },
  digits: {
    kind: 'line',
    rows: { name, part: [0.1, 0.2, 0.15] },
    tile: { numbers: { digits: 3 } },
  },
  'stacked percentages': { kind: 'bar', rows: shares, tile: { stacked: true, format: 'percent' } },
  'two currencies': {
    kind: 'bar',
    rows: sold,
    tile: {
      format: 'currency',
      series: [
        { column: 'sold', label: 'Sold' },
        { column: 'profit', label: 'Profit', line: true, second: true },
      ],
      secondAxis: { title: 'Profit', format: 'integer', numbers: { after: 'USD' } },
    },
  },
  'bars of quarters': {
    kind: 'bar',
    rows: { quarter, n: [3, 1, 2] },
    tile: { categoryFormat: 'quarter' },
  },
  // Names have no gap.
  'dates as names': {
    kind: 'bar',
    rows: { quarter, n: [3, 1, 2] },
    tile: { categoryFormat: 'text' },
  },
  'points of days': {
    kind: 'scatter',
    rows: { day: ['2026-01-01', '2026-01-02'], sold: [1, 4], returned: [0.1, 0.3] },
    tile: {
      x: { column: 'sold', label: 'Sold', format: 'currency' },
      y: { column: 'returned', label: 'Returned', format: 'percent' },
    },
    views: ['svg', 'html'],
  },
  'histogram of percentages': {
    kind: 'histogram',
    rows: { part: Array.from({ length: 20 }, (_, index) => index / 40) },
    tile: { format: 'percent' },
  },
  'histogram with a unit': {
    kind: 'histogram',
    rows: { weight: Array.from({ length: 20 }, (_, index) => index / 2) },
    tile: { numbers: { after: 'kg' }, valueTitle: 'Weight' },
  },
  'donut of quarters': { kind: 'donut', rows: { quarter, n: [3, 1, 2] }, tile: { addsUp: true } },
  'areas with references': {
    kind: 'area',
    rows: sold,
    tile: {
      references: [
        { kind: 'band', label: 'Goal', value: 1200, to: 1800 },
        { kind: 'average', label: 'Average', column: 'sold' },
      ],
    },
  },
  'heat map of percentages': {
    kind: 'heatmap',
    rows: { quarter, name, part: [0.1, 0.5, 0.9] },
    tile: { format: 'percent', categoryFormat: 'quarter' },
  },
  'hours and a notice': {
    kind: 'table',
    rows: { hour: ['2026-01-01 09:00', '2026-01-01 10:00'], orders: [3, 12] },
    tile: {
      columns: [
        { column: 'hour', label: 'Hour', format: 'hour' },
        {
          ...{ column: 'orders', label: 'Orders', format: 'integer' },
          rules: [{ when: 'atLeast', limit: 10, style: 'notice' }],
        },
      ],
    },
  },
};
