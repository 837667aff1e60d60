import type { Plot, Plots } from './plot.ts';

/** Returns a histogram of `count` numbers. */
function histogramOf(count: number, toNumber: (index: number) => number, more = {}): Plot {
  const n = Array.from({ length: count }, (_, index) => toNumber(index));
  return { kind: 'histogram', rows: { n }, ...more };
}

const views = ['svg', 'csv'] as const;
const hundredths = (index: number): number => ((index * 7919) % 101) / 100;
const whole = (index: number): number => (index * 7919) % 101;

/** The numbers of values between round limits. */
export const HISTOGRAMS: Plots = {
  // Sturges' rule has six bins for 17 to 32 values. Five would have the limits 0, 5, 10…
  'bins of the rule': histogramOf(20, (index) => (17 / 19) * index, { views }),
  'bins of the author': histogramOf(100, whole, {
    tile: { bins: 4 },
    views: ['svg', 'html', 'csv'],
  }),
  'values on the limits': histogramOf(44, (index) => (index % 11) / 10, { views }),
  'few whole numbers': histogramOf(30, (index) => 1 + (index % 6), { views }),
  'one whole number': histogramOf(9, () => 7, { views }),
  'one value': histogramOf(9, () => 7.25, { views }),
  'negative numbers': histogramOf(37, (index) => -0.5 * index, { views }),
  money: histogramOf(50, hundredths, {
    tile: { format: 'currency', valueTitle: 'Price' },
    views: ['svg', 'html'],
  }),
  'rows without a number': {
    kind: 'histogram',
    rows: { n: [1.5, null, 2.5, null, 3] },
    views: ['html'],
  },
  'no numbers': { kind: 'histogram', rows: { n: ['a', 'b'] }, views: ['html'] },
  'more rows than are read': {
    ...histogramOf(9, hundredths),
    result: { truncated: true },
    views: ['html'],
  },
};
