import type { DatasetColumns } from '../../service/src/dashboard/dashboard-draft.ts';
import { toDatasetColumns } from '../../service/src/dashboard/try-draft.ts';
import { type DataRecord, toRowSet } from '../support/vega-files.ts';

type Table = [count: number, toRow: (index: number) => DataRecord];

/** Returns the columns of a result. */
export const columnsOf = (...[count, toRow]: Table): DatasetColumns =>
  toDatasetColumns(toRowSet(Array.from({ length: count }, (_, index) => toRow(index))));

export const month = (index: number): string =>
  `${2020 + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}-01`;
const region = (index: number): string => `Region ${index}`;
const orders =
  (sign: number) =>
  (index: number): DataRecord => ({ region: region(index), orders: sign * index });
const bars =
  (name: string) =>
  (index: number): DataRecord => ({ name: `${name}${index}`, n: index + 1 });
const byMonth =
  (toRow: (index: number) => DataRecord) =>
  (index: number): DataRecord => ({ month: month(index), ...toRow(index) });
const split =
  (series: number) =>
  (index: number): DataRecord => ({
    month: month(Math.floor(index / series)),
    region: region(index % series),
    orders: index,
  });
const product = (index: number): DataRecord => ({
  product: `Product ${Math.floor(index / 8)}`,
  region: region(index % 8),
  sold: index,
});
const pair = (index: number): DataRecord => ({
  ...product(index * 4 + (index % 2)),
  region: region(index % 2),
});
const county = (index: number): DataRecord => ({ county: region(index), rate: index / 7 });
const car = (index: number): DataRecord => ({
  car: `Car ${index % 50}`,
  price: 1.05 ** index,
  weight: 1000.5 + index,
});
const bits = (index: number): DataRecord => ({ name: region(index), size: 10 ** index + 0.5 });
const people = (index: number): DataRecord => ({
  name: region(index % 9),
  people: Math.round(1.3 ** index) + 0.5,
  size: index + 0.5,
});

/** Tables, named after the rule for which the editor suggests their tiles. */
export const TABLES: Record<string, Table> = {
  'a line of dates': [20, byMonth((index) => ({ net_revenue: index + 0.5 }))],
  'bars and a donut of names': [4, orders(1)],
  'a number of one row': [1, () => ({ n: 3 })],
  'a table of texts': [2, (index) => ({ a: region(index), b: true })],
  'nothing without columns': [0, () => ({})],
  'no pie of negative numbers': [4, orders(-1)],
  'no pie of seven names': [7, orders(1)],
  'no bars of forty names': [40, orders(1)],
  'lines of several rows per date': [90, split(3)],
  'five lines in one chart': [150, split(5)],
  'a small chart for each of six lines': [180, split(6)],
  'a heat map of thirteen lines': [390, split(13)],
  'a heat map of many names': [400, product],
  'a heat map of few names': [32, product],
  'bars of two names': [8, pair],
  'points of rows without a key': [
    50,
    (index) => ({ car: `Car ${index % 5}`, weight: 1000.5 + index, power: 50.5 + (index % 7) }),
  ],
  'no points of one value': [50, () => ({ car: 'A', weight: 1.5 })],
  'a histogram of 200 rows': [200, county],
  'no histogram of 99 rows': [99, county],
  'no histogram of a sparse column': [
    200,
    (index) => Object.assign(county(index), index % 3 > 0 && { rate: null }),
  ],
  // The rows of a few groups need averages in the SQL.
  'no histogram of few groups': [
    120,
    (index) => ({
      site: region(index % 3),
      variety: `Variety ${Math.floor(index / 3) % 10}`,
      year: 1931 + Math.floor(index / 30),
      yield: index + 0.5,
    }),
  ],
  'no histogram of a code': [200, (index) => ({ answer: index % 5 })],
  'a histogram of the best spread': [200, car],
  'a histogram of the less skewed column': [
    200,
    (index) => ({ ...car(index), weight: 1.1 ** index }),
  ],
  'no bars that are invisible': [8, bits],
  'bars of three sizes': [3, bits],
  'a wide table of seven columns': [
    3,
    (row) => Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`c${index}`, `${row} x`])),
  ],
  'ages as names': [19, (index) => ({ age: index * 5, people: 1000 - index })],
  'early years as names': [40, (index) => ({ year: 1565 + index, price: index + 0.5 })],
  'places as names': [
    20,
    (index) => ({ city: region(index), latitude: index + 0.5, longitude: 0.5 - index }),
  ],
  'vertical bars of short names': [5, bars('Short')],
  'horizontal bars of long names': [5, bars('A rather long name')],
  'horizontal bars of many names': [20, bars('Short')],
  'lines of one unit': [
    24,
    byMonth((index) => ({ temp_max: index + 9.5, wind: 3.5, temp_min: index + 0.5 })),
  ],
  'lines of about one size': [
    24,
    byMonth((index) => ({ sold: index, returned: index, visits: index * 100 })),
  ],
  'two axes of two units': [
    24,
    byMonth((index) => ({ miles: 5000 + index, price: 2.5 + index / 100 })),
  ],
  'one axis of bars': [5, (index) => ({ name: region(index), miles: index, price: 0.5 })],
  'a target as a comparison': [24, byMonth((index) => ({ sold: index, target: index + 1 }))],
  'a constant target as a reference': [24, byMonth((index) => ({ sold: index, target: 12 }))],
  // Only lines of measurements with a narrow range leave zero.
  'an axis from the values': [60, byMonth((index) => ({ co2: 100.5 + index }))],
  'an axis from zero for a wide range': [60, byMonth((index) => ({ co2: 10.5 + index }))],
  'an axis from zero for negative values': [60, byMonth((index) => ({ co2: -100.5 + index }))],
  'an axis from zero for counts': [60, byMonth((index) => ({ visits: 100 + index }))],
  'an axis from zero for money': [60, byMonth((index) => ({ price: 100.5 + index }))],
  'a logarithmic axis': [40, people],
};
