import type { Plots } from './plot.ts';

const rows = {
  name: ['A', 'B', 'A', 'C'],
  region: ['x <b>', 'x <b>', 'y', 'y'],
  n: [5, 80, 900, 3],
};
const tile = { splitBy: 'region', multiples: true };
const references = [{ kind: 'value', label: 'Goal', value: 100 }];
const thirteen = Array.from({ length: 13 }, (_, index) => index + 1);
const views = ['html'] as const;

/** A small chart for each series. All have the same axes. */
export const SMALL_CHARTS: Plots = {
  bars: { kind: 'bar', rows, tile: { ...tile, stacked: true, references }, views },
  lines: { kind: 'line', rows, tile, views },
  // There is no sum of the rest, because its chart would be the largest one.
  'twelve of thirteen': {
    kind: 'line',
    rows: { name: thirteen.map(() => 'A'), region: thirteen.map((n) => `r${n}`), n: thirteen },
    tile,
    views,
  },
};
