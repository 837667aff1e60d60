import type { TableTile } from '../dashboard/definition.ts';
import type { DatasetRows } from '../dashboard/run-dashboard.ts';
import { toNumber } from '../values/value-formatter.ts';

/** The significant digits of a floating-point number, without the errors of a sum. */
const EXACT_DIGITS = 15;

/** The total or the average of each column of a table that has one; `null` without any number. */
export type TableTotals = ReadonlyMap<number, unknown>;

/**
 * Returns the totals of a table over all rows of its dataset: of the rows, or of the database if there are more rows.
 * Returns `null` if the database could not compute them.
 */
export function toTotals({ columns }: TableTile, result: DatasetRows): TableTotals | null {
  const { rows, truncated, totals } = result;
  const found = new Map<number, unknown>();
  for (const [index, { column, total }] of columns.entries()) {
    if (!total) continue;
    if (!truncated) {
      found.set(
        index,
        addUp(
          total,
          rows.map((row) => row[column]),
        ),
      );
      continue;
    }
    const all = totals?.get(column);
    if (!all) return null;
    found.set(index, all[total]);
  }
  return found;
}

function addUp(total: 'sum' | 'average', values: readonly unknown[]): number | null {
  const numbers = values.map(toNumber).filter((value) => value !== null);
  if (numbers.length === 0) return null;
  const sum = numbers.reduce((before, value) => before + value, 0);
  const result = total === 'sum' ? sum : sum / numbers.length;
  return Number(result.toPrecision(EXACT_DIGITS));
}
