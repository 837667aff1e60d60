import type { Plots } from './plot.ts';

const month = ['2026-03-01', '2026-01-01', '2026-01-01', '2026-04-01'];
const drink = ['Tea', 'Tea', 'Cocoa', 'Cocoa'];
const repeated = { month: [month[0]!, month[0]!], drink: ['Tea', 'Tea'], n: [0.5, 2] };
const forty = Array.from({ length: 40 }, (_, index) => index + 1);

/** Tables whose colors show the size of a value. */
export const HEAT_MAPS: Plots = {
  months: { kind: 'heatmap', rows: { month, drink, n: [3, 1, -2, 2] }, views: ['html', 'csv'] },
  'repeated cells': { kind: 'heatmap', rows: repeated },
  'repeated cells that add up': {
    kind: 'heatmap',
    rows: repeated,
    tile: { addsUp: true },
    views: ['csv'],
  },
  // More than 31 categories are rows, because the page is not wide enough.
  'many categories': {
    kind: 'heatmap',
    rows: { name: forty.map((n) => `${n}.`), kind: forty.map(() => 'A'), n: forty },
  },
};
