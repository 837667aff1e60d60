import type { Plot, Plots } from './plot.ts';

const sums = { addsUp: true };
/** Returns a donut of sums and its legend in the page. */
const ring = (rows: Record<string, number>): Plot => ({
  kind: 'donut',
  rows: { drink: Object.keys(rows), n: Object.values(rows) },
  tile: sums,
  views: ['svg', 'html'],
});
const drinks = { Tea: 3, Coffee: 2, Cocoa: 1 };
const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`Drink ${n}`, n]));
const seven = Object.fromEntries(Object.entries(many).slice(2));
/** The newest year is the smallest one. */
const years = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`${2018 + n}`, 9 - n]));
const repeated = { drink: ['Tea', 'Coffee', 'Tea'], n: [1, 1, 2] };
const inPage: Partial<Plot> = { views: ['html'] };

/** The shares of a whole. */
export const SHARES: Plots = {
  donut: ring(drinks),
  pie: { ...ring(drinks), kind: 'pie', views: ['svg'] },
  'dark donut': { ...ring(drinks), isDark: true, views: ['svg'] },
  // The small parts are one sum, and so is a part with the name of that sum.
  'six largest shares': ring({ ...many, Other: 64 }),
  'seven shares': { ...ring(seven), ...inPage },
  'many shares of averages': { ...ring(many), tile: {} },
  'shares of many years': { ...ring(years), ...inPage },
  'parts without a number': {
    kind: 'pie',
    rows: { drink: ['Tea', 'Coffee', 'Cocoa', 'Milk', 'Water'], n: [2, null, 'NaN', 'many', 1] },
    views: ['svg', 'html'],
  },
  'tiny share': { ...ring({ Tea: 1, Coffee: 1000, Cocoa: 0 }), ...inPage },
  'repeated names of shares': {
    kind: 'donut',
    rows: repeated,
    tile: sums,
    ...inPage,
  },
  'repeated averages': { kind: 'pie', rows: repeated, ...inPage },
  'negative share': ring({ Tea: 3, Coffee: -1 }),
  'nothing but zeros': {
    kind: 'donut',
    rows: { drink: ['Tea', 'Coffee'], n: [0, null] },
    ...inPage,
  },
  // The picture says why it has no chart.
  'no rows': ring({}),
  // Its total alone would be whole euros.
  'total of amounts of money': {
    ...ring({ Tea: 60.5, Coffee: 70.25 }),
    tile: { ...sums, format: 'currency' },
    views: ['svg'],
  },
  'long total': {
    ...ring({ Tea: 3e12, Coffee: 1e11 }),
    currency: 'JPY',
    tile: { ...sums, format: 'currency' },
    views: ['svg'],
  },
};
