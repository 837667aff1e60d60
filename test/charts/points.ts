import type { Plots } from './plot.ts';

const name = ['A', 'B', 'C'];
const axis = { format: 'decimal', logarithmic: true };

/** Charts with a point for each row. */
export const POINTS: Plots = {
  points: { kind: 'scatter', rows: { name, weight: [1.5, 3, 4.2], price: [10, 40, 25] } },
  'equal values': { kind: 'scatter', rows: { name, weight: [7.25, 7.25, 7.25], price: [1, 2, 3] } },
  'missing values': { kind: 'scatter', rows: { name, weight: [1, null, 3], price: [1, 2, 3] } },
  logarithmic: {
    kind: 'scatter',
    rows: { name, people: [0.5, 700, 2e9], size: [1, 2, 3] },
    tile: {
      x: { ...axis, column: 'people', label: 'People' },
      y: { ...axis, column: 'size', label: 'Size' },
    },
  },
  'logarithmic with a zero': {
    kind: 'scatter',
    rows: { name, people: [0, 700, 2000], size: [1, 2, 3] },
    tile: { x: { ...axis, column: 'people', label: 'People' } },
  },
};
