import type { Plots } from './plot.ts';

const name = ['A', 'B', 'C'];
const prices = { name, price: [9.99, 10.02, 10.05] };
const sizes = { name, size: [0.02, 3, 700] };
const weights = { name, weight: [1, 3, 5] };
const kg = { numbers: { after: 'kg' } };
const sold = { name, sold: [1000, 2000, 1500], margin: [0.1, 0.2, 0.12] };
const series = [
  { column: 'sold', label: 'Sold' },
  { column: 'margin', label: 'Margin', line: true, second: true },
];
const secondAxis = { title: 'Share of the price', format: 'percent' };

/** The value axes: their ends, their ticks, their titles. */
export const AXES: Plots = {
  // A range below a fifth of the values leaves zero, and a note says so.
  'narrow range': { kind: 'line', rows: prices },
  'narrow negative range': { kind: 'line', rows: { name, price: [-10.05, -10.02, -9.99] } },
  'wide range': { kind: 'line', rows: { name, price: [80, 90, 100] } },
  'equal values': { kind: 'line', rows: { name, price: [10, 10, 10] } },
  'both sides of zero': { kind: 'line', rows: { name, price: [-1, 50, 100] } },
  'narrow range from zero': { kind: 'line', rows: prices, tile: { start: 'zero' } },
  'wide range from values': {
    kind: 'line',
    rows: { name, price: [50, 70, 100] },
    tile: { start: 'values' },
  },
  'bars never leave zero': { kind: 'bar', rows: prices, tile: { start: 'values' } },
  'areas never leave zero': { kind: 'area', rows: prices, tile: { start: 'values' } },
  logarithmic: { kind: 'line', rows: sizes, tile: { logarithmic: true } },
  'logarithmic with a zero': {
    kind: 'line',
    rows: { name, size: [0, 3, 700] },
    tile: { logarithmic: true },
  },
  'bars are never logarithmic': { kind: 'bar', rows: sizes, tile: { logarithmic: true } },
  unit: { kind: 'line', rows: weights, tile: kg },
  'title with a unit': { kind: 'line', rows: weights, tile: { ...kg, valueTitle: 'Weight' } },
  'titles of vertical bars': {
    kind: 'bar',
    rows: weights,
    tile: { valueTitle: 'Weight', categoryTitle: 'Parcel' },
  },
  'titles of horizontal bars': {
    kind: 'bar',
    rows: weights,
    tile: { horizontal: true, valueTitle: 'Weight', categoryTitle: 'Parcel' },
  },
  'line on a second axis': { kind: 'bar', rows: sold, tile: { series, secondAxis } },
  'second axis without a first': {
    kind: 'bar',
    rows: sold,
    tile: { series: series.slice(1), secondAxis },
  },
  money: { kind: 'bar', rows: { name, sales: [1.7, 0.4, 1.2] }, tile: { format: 'currency' } },
  'whole numbers': { kind: 'bar', rows: { name, n: [1, 2, 1] }, tile: { format: 'integer' } },
};
