import { describe, expect, it } from 'vitest';
import {
  suggestSummaries,
  type Summary,
} from '../../service/src/admin/browser/editor/suggest-summaries.ts';
import { toDatasetColumns } from '../../service/src/dashboard/try-draft.ts';
import { type DataRecord, toRowSet } from '../support/vega-files.ts';

const summarize = (records: DataRecord[]): Summary[] =>
  suggestSummaries(toDatasetColumns(toRowSet(records)), 'SELECT * FROM orders; -- all');
const titlesOf = (records: DataRecord[]): string[] =>
  summarize(records).map(({ tile }) => `${tile.kind}: ${tile.title}`);

/** Returns a row for each combination of a day, a shop and a product. */
function toRows(days: number, value: (index: number) => DataRecord): DataRecord[] {
  return Array.from({ length: days * 40 }, (_, index) => ({
    day: `2026-01-${String((index % days) + 1).padStart(2, '0')}`,
    shop: `Shop ${Math.floor(index / days) % 4}`,
    product: `Product ${Math.floor(index / days / 4)}`,
    ...value(index),
  }));
}

describe('the suggested sums and averages', () => {
  it('show rows that three columns identify, by date and by the fewest names', () => {
    const [sums, averages] = summarize(toRows(12, (index) => ({ sold: index })));
    expect(sums!.tile).toMatchObject({
      kind: 'line',
      title: 'Sum of sold by day and shop',
      category: 'day',
      splitBy: 'shop',
      series: [{ column: 'Sum of sold', label: 'Sum of sold' }],
      format: 'integer',
    });
    expect(sums!.sql).toBe(
      'SELECT "day", "shop", sum("sold") AS "Sum of sold"\n' +
        'FROM (SELECT * FROM orders\n) AS "rows"\nGROUP BY "day", "shop"\nORDER BY "day", "shop"',
    );
    expect(averages!.tile.title).toBe('Average sold by day and shop');
    expect(averages!.sql).toContain('avg("sold") AS "Average sold"');
  });

  it('begin with the average of prices, rates and measurements', () => {
    const firstOf = (name: string, value: number): string | undefined =>
      titlesOf(toRows(12, (index) => ({ [name]: value * (index + 1) })))[0];
    expect(firstOf('revenue', 3.25)).toBe('line: Sum of revenue by day and shop');
    expect(firstOf('price', 3.25)).toBe('line: Average price by day and shop');
    expect(firstOf('rate', 0.0005)).toBe('line: Average rate by day and shop');
    expect(firstOf('temperature', 2)).toBe('line: Average temperature by day and shop');
  });

  it('are missing if the rows have a chart, no quantity, or a name that PostgreSQL would shorten', () => {
    expect(titlesOf(toRows(1, (index) => ({ sold: index })))).toEqual([]);
    expect(titlesOf(toRows(12, () => ({})))).toEqual([]);
    expect(titlesOf(toRows(12, (index) => ({ ['n'.repeat(60)]: index })))).toEqual([]);
  });
});
