import type { Plots } from './plot.ts';

const name = ['A', 'B', 'C', 'D'];
const sales = { name, sales: [8, 3, null, 5], costs: [4, 6, 2, null] };
const losses = { name, sales: [8, 3, -2, 5], costs: [4, 6, 2, 3] };
const rounded = { ...losses, sales: [8, 3, 0.3 - 0.1 - 0.2, 5] };
const [one, other] = ['sales', 'costs'].map((column) => ({ column, label: column }));
const comparison = { series: [one, { ...other, comparison: true }] };
const month = ['2026-01-01', '2026-02-01', '2026-03-01', '2026-01-01', '2026-03-01'];
const drinks = { month, drink: ['Tea', 'Tea', 'Tea', 'Cocoa', 'Cocoa'], n: [3, 1, 4, 2, 5] };
const twenty = Array.from({ length: 20 }, (_, index) => index + 1);
const many = {
  month: twenty.map(() => '2026-01-01'),
  drink: twenty.map((n) => `Drink ${n}`),
  n: twenty,
};
const splitBy = 'drink';
const references = [
  { kind: 'value', label: 'Limit', value: 20 },
  { kind: 'band', label: 'Goal', value: 4, to: 5 },
  { kind: 'column', label: 'Target', column: 'costs' },
  { kind: 'average', label: 'Average', column: 'sales' },
];
const average = { references: references.slice(3) };
const totals = new Map([['sales', { sum: 900, average: 7 }]]);

/** The series of lines, bars and areas, and the reference lines behind them. */
export const SERIES: Plots = {
  lines: { kind: 'line', rows: sales },
  bars: { kind: 'bar', rows: sales },
  areas: { kind: 'area', rows: sales },
  'stacked bars': { kind: 'bar', rows: sales, tile: { stacked: true } },
  'stacked areas': { kind: 'area', rows: sales, tile: { stacked: true } },
  // One stack has no place for both sides of zero, but bars have one on each side.
  'stacked areas with negative values': { kind: 'area', rows: losses, tile: { stacked: true } },
  'stacked areas with zero but for rounding': {
    kind: 'area',
    rows: rounded,
    tile: { stacked: true },
  },
  'stacked bars with negative values': { kind: 'bar', rows: losses, tile: { stacked: true } },
  'horizontal bars': { kind: 'bar', rows: sales, tile: { horizontal: true } },
  'dark lines': { kind: 'line', rows: sales, isDark: true },
  'line without neighbors': { kind: 'line', rows: { name, n: [1, null, 3, null] } },
  comparison: { kind: 'line', rows: sales, tile: comparison, views: ['svg', 'html'] },
  // Its bars are gray, but nothing is dashed.
  'comparison of bars': { kind: 'bar', rows: sales, tile: comparison, views: ['svg', 'html'] },
  'repeated names of bars': {
    kind: 'bar',
    rows: { name: ['=1+1', '=1+1', 'a;@b', 'a;@b'], sold: [-5, 7, null, null] },
    tile: { addsUp: true, references: [{ ...references[3], column: 'sold' }] },
    views: ['svg', 'csv'],
  },
  'repeated dates of a line': {
    kind: 'line',
    rows: { day: ['2026-01-03', '2026-02-01', '2026-01-31', '2026-03-01'], n: [3, 1, 4, 2] },
    tile: { addsUp: true, categoryFormat: 'month' },
  },
  split: { kind: 'line', rows: drinks, tile: { splitBy }, views: ['svg', 'html', 'csv'] },
  'rows that need a split': {
    kind: 'line',
    rows: drinks,
    tile: { series: [{ column: 'n', label: 'n' }] },
    views: ['html'],
  },
  'repeated rows of a split': {
    kind: 'area',
    rows: { month: [month[0]!, month[0]!], drink: ['Tea', 'Tea'], n: [1, 2] },
    tile: { splitBy },
    views: ['html'],
  },
  'repeated rows of a split that add up': {
    kind: 'bar',
    rows: {
      month: ['A', 'A', '', null, null],
      drink: ['', null, 'Tea', 'Tea', ''],
      n: [1, 2, 3, 4, 5],
    },
    tile: { splitBy, addsUp: true },
    views: ['svg', 'csv'],
  },
  // The small series are one sum, and so is a series with the name of that sum.
  'split of many': {
    kind: 'bar',
    rows: { ...many, drink: many.drink.with(19, 'Other') },
    tile: { splitBy, addsUp: true },
    views: ['svg', 'csv'],
  },
  'split of many averages': { kind: 'bar', rows: many, tile: { splitBy } },
  // The newest year is the smallest one.
  'split by many years': {
    kind: 'bar',
    rows: { ...many, drink: twenty.map((n) => `${2026 - n}-01-01`) },
    tile: { splitBy, addsUp: true },
    views: ['csv'],
  },
  'split by the newest years': {
    kind: 'bar',
    rows: { ...many, drink: twenty.map((n) => 2026 - n) },
    tile: { splitBy },
    views: ['svg', 'csv'],
  },
  references: { kind: 'line', rows: sales, tile: { references }, views: ['svg', 'html'] },
  'references of money': {
    kind: 'line',
    rows: { name, costs: [120, 99.5, 80] },
    tile: { references: references.slice(1, 3), format: 'currency' },
    views: ['html'],
  },
  'references of money from right to left': {
    kind: 'line',
    rows: { name, costs: [120, 99.5, 80] },
    tile: { references: references.slice(1, 2), format: 'currency' },
    locale: 'ar',
    views: ['html'],
  },
  'references of horizontal bars': {
    kind: 'bar',
    rows: sales,
    tile: { references, horizontal: true },
  },
  'average of all rows': {
    kind: 'line',
    rows: sales,
    tile: average,
    result: { truncated: true, totals },
    views: ['svg', 'html'],
  },
  // The average of some rows would be wrong.
  'average of an unknown number of rows': {
    kind: 'line',
    rows: sales,
    tile: average,
    result: { truncated: true },
    views: ['html'],
  },
  'average without numbers': {
    kind: 'line',
    rows: { name, n: [1, 2, 3, 4], sales: [null, null, null, null] },
    tile: { ...average, series: [{ column: 'n', label: 'n' }] },
    views: ['html'],
  },
};
