import type { Plots } from './plot.ts';

/** Returns names with a number each. */
const list = (count: number, toName: (index: number) => string) => ({
  name: Array.from({ length: count }, (_, index) => toName(index + 1)),
  n: Array.from({ length: count }, (_, index) => ((index * 7) % 11) + 1),
});
const coffee = list(
  6,
  (index) =>
    `Premium Arabica ${index % 2 ? 'Ground' : 'Whole Bean'} Coffee, bag of ${index * 125} g`,
);

/** The names of categories: as many as fit, shortened so that they stay different. */
export const NAMES: Plots = {
  'names in a line': { kind: 'bar', rows: list(5, (index) => `Product ${index}`) },
  'rotated names': { kind: 'bar', rows: list(20, (index) => `Product ${index}`) },
  'names that begin alike': { kind: 'bar', rows: coffee },
  'names next to bars': { kind: 'bar', rows: coffee, tile: { horizontal: true } },
  'wide letters': { kind: 'bar', rows: list(10, (index) => `東京特許許可局${index}号`) },
  'names from right to left': {
    kind: 'bar',
    rows: { name: ['القاهرة', 'الإسكندرية', 'الجيزة'], n: [30, 20, 10] },
    locale: 'ar',
  },
  // Readers cannot tell them apart.
  'empty names': {
    kind: 'bar',
    rows: { name: ['', ' ', null, 'B\nC'], n: [4, 3, 2, 1] },
    tile: { addsUp: true },
  },
  // Every second name has a label, so no note is necessary.
  'half of the names': { kind: 'line', rows: list(60, (index) => `Number ${index}`) },
  'a third of the names': { kind: 'line', rows: list(100, (index) => `Number ${index}`) },
};
