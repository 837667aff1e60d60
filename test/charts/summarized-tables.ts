import type { DataRecord } from '../support/vega-files.ts';

/** Returns a row for each combination of a day, one of four shops and one of ten products. */
const rowsOf = (
  days: number,
  toValue: (index: number) => DataRecord,
): [number, (index: number) => DataRecord] => [
  days * 40,
  (index) => ({
    day: `2026-01-${String((index % days) + 1).padStart(2, '0')}`,
    shop: `Shop ${Math.floor(index / days) % 4}`,
    product: `Product ${Math.floor(index / days / 4)}`,
    ...toValue(index),
  }),
];
const valuesOf = (name: string, value: number) =>
  rowsOf(12, (index) => ({ [name]: value * (index + 1) }));

/** Tables whose rows three columns identify. They need a sum or an average in the SQL. */
export const SUMMARIZED_TABLES = {
  'sums and averages by date and by the fewest names': rowsOf(12, (index) => ({ sold: index })),
  'first the sum of a revenue': valuesOf('revenue', 3.25),
  'first the average of a price': valuesOf('price', 3.25),
  'first the average of a rate': valuesOf('rate', 0.0005),
  'first the average of a measurement': valuesOf('temperature', 2),
  'nothing if the rows have a chart': rowsOf(1, (index) => ({ sold: index })),
  'nothing without a quantity': rowsOf(12, () => ({})),
  'nothing for a name that PostgreSQL would shorten': valuesOf('n'.repeat(60), 1),
};
