import type { Plots } from './plot.ts';

const number = { label: 'N', format: 'decimal' };
const n = { ...number, column: 'n' };
const id = { ...number, column: 'id', format: 'integer' };
const link = 'https://app.example.com/{id}?n={name}';
const rows = { id: [1, 2, null, 4], name: ['a&b', 'c', 'd', null], n: [0.1234, 0.2, -5, 10] };
const rules = [
  { when: 'atLeast', limit: 10, style: 'good' },
  { when: 'below', limit: 0, style: 'bad' },
];

/** Rows as a table. */
export const TABLES: Plots = {
  'colors, bars, links and totals': {
    kind: 'table',
    rows,
    tile: {
      columns: [
        { column: 'name', label: 'Name', format: 'text', link },
        { ...n, bar: true, total: 'sum', rules },
        { ...id, total: 'average' },
      ],
    },
    views: ['html', 'csv'],
  },
  'colors of numbers as shown': {
    kind: 'table',
    rows: { n: [10.04, 9.96, 9.94, -0.04, 'NaN', 'Infinity', null], part: [0.0951, 0.0949] },
    tile: {
      columns: [
        { ...n, bar: true, rules, numbers: { digits: 1 } },
        {
          ...{ column: 'part', label: 'Part', format: 'percent', numbers: { digits: 0 } },
          rules: [{ when: 'atLeast', limit: 0.1, style: 'good' }],
        },
      ],
    },
  },
  // The small total of the first column, and the small amounts of the second one, need cents.
  'amounts of money and their totals': {
    kind: 'table',
    rows: { n: [150, -149.6], m: [60.5, 70.25] },
    tile: {
      columns: ['n', 'm'].map((column) => ({
        column,
        label: column,
        format: 'currency',
        total: 'sum',
      })),
    },
  },
  'total of zero but for rounding': {
    kind: 'table',
    rows: { n: [0.1, 0.2, -0.3] },
    tile: {
      columns: [
        { ...n, total: 'sum' },
        { ...n, total: 'average' },
      ],
    },
  },
  'total of an unknown number of rows': {
    kind: 'table',
    rows,
    tile: { columns: [{ ...n, total: 'sum' }] },
    result: { truncated: true },
  },
  'all formats in English': { kind: 'table', ...toFormats(), locale: 'en' },
  'all formats in German': { kind: 'table', ...toFormats(), locale: 'de' },
  'all formats in Arabic': { kind: 'table', ...toFormats(), locale: 'ar-EG' },
  'all formats in Japanese': { kind: 'table', ...toFormats(), locale: 'ja' },
};

/** Returns a value in each format. */
function toFormats() {
  const date = '2026-10-31';
  const values = {
    ...{ integer: 1234567.8, decimal: 1234.56, currency: 1234567.8, percent: 0.1234 },
    ...{ text: 'Ж', date, month: date, quarter: date, year: date, week: date },
    instant: '2026-10-31 20:30:00+00',
  };
  const columns = Object.keys(values).map((column) => ({ column, label: column, format: column }));
  return {
    rows: Object.fromEntries(Object.entries(values).map(([format, value]) => [format, [value]])),
    tile: { columns },
  };
}
