import type { Plot, Plots } from './plot.ts';

const sums: Plot = {
  kind: 'bar',
  rows: { month: ['A', 'B'], large: [900, 800], small: [3, 4], share: [0.5, 0.6] },
  tile: {
    series: [
      { column: 'large', label: 'Large' },
      { column: 'small', label: 'Small' },
      { column: 'share', label: 'Share', second: true },
    ],
    secondAxis: { title: 'Share', format: 'percent' },
    references: [{ kind: 'value', label: 'Goal', value: 2 }],
  },
};
const ring: Plot = {
  kind: 'donut',
  rows: { country: ['Chile', 'Peru', 'Cuba'], n: [60, 30, 10] },
  tile: { addsUp: true },
};

/** Series and parts that the reader has hidden. They are not drawn, and the rest keeps its colors. */
export const HIDDEN: Plots = {
  'no series': sums,
  // The axis fits the others, and the next series has the reference line.
  'large series': { ...sums, hidden: ['Large', 'Unknown'] },
  'first axis': { ...sums, hidden: ['Large', 'Small'] },
  'all series': { ...sums, hidden: ['Large', 'Small', 'Share'] },
  'part of a ring': { ...ring, hidden: ['Chile'] },
};
