import { expect, it } from 'vitest';
import type { DatasetRows } from '../../service/src/dashboard/run-dashboard.ts';
import type { TableTile } from '../../service/src/dashboard/definition.ts';
import { toTotals } from '../../service/src/tiles/table-totals.ts';

/** Returns the sum below a column with these values. */
function sumOf(values: readonly unknown[]): unknown {
  const tile = { columns: [{ column: 'n', label: 'N', format: 'decimal', total: 'sum' }] };
  const rows = values.map((n) => ({ n }));
  return toTotals(tile as TableTile, { rows, truncated: false } as unknown as DatasetRows)?.get(0);
}

it.each<[values: unknown[], sum: string | number | null]>([
  [['9007199254740991', '9007199254740992', '9007199254740993'], '27021597764222976'],
  [[Number.MAX_SAFE_INTEGER, 2, null], '9007199254740993'],
  [['-9007199254740993.05', '0.5', 1], '-9007199254740991.55'],
  [['-0.05', '0.1'], '0.05'],
  [['0.5', '-0.50'], '0'],
  [['1e3', 1], 1001],
  [[0.1, 0.2], 0.3],
  [['x', 'NaN', null], null],
  [['-1.5', 'Infinity', null], 'Infinity'],
  [['-infinity', 'Infinity'], 'NaN'],
])('the sum of %j is %j', (values, sum) => {
  expect(sumOf(values)).toBe(sum);
});
