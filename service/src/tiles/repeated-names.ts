import { toAveragedColumns } from '../dashboard/dataset-totals.ts';
import { type SummableTile, toValueColumns } from '../dashboard/summable-tile.ts';
import type { Row, RowSet } from '../database/database.ts';
import type { DatasetRows } from '../dashboard/run-dashboard.ts';
import { toRowKey } from './category-axis.ts';
import { sumUp } from '../values/sum-up.ts';
import { toName, toNumber } from '../values/value-formatter.ts';

/** The problem with rows of one name whose values must not be added up: a key of `PageWords`. */
export type NameProblem = 'repeatedCategories';

/**
 * Returns the rows of a chart with one row for each name, or for each pair of names of a split. Rows of the same names are
 * added up if the author allows it. Otherwise, no chart can say which of them is right.
 */
export function uniteNames<Rows extends RowSet | DatasetRows>(
  tile: SummableTile,
  result: Rows,
): Rows | { problem: NameProblem } {
  const splitBy = 'splitBy' in tile ? tile.splitBy : undefined;
  const keyOf = toRowKey(tile, result.columns);
  // The averages are lines behind the values.
  const columns = [...toValueColumns(tile), ...toAveragedColumns(tile)];
  const rows = new Map<string, Row>();
  for (const row of result.rows) {
    const split = splitBy === undefined ? '' : toName(row[splitBy]);
    const key = JSON.stringify([keyOf(row), split]);
    const known = rows.get(key);
    if (known && !tile.addsUp) return { problem: 'repeatedCategories' };
    rows.set(key, known ? addUp(known, row, columns) : row);
  }
  if (rows.size === result.rows.length) return result;
  // The database's averages are those of the separate rows.
  return { ...result, rows: [...rows.values()], totals: undefined };
}

function addUp(known: Row, row: Row, columns: readonly string[]): Row {
  const sums = columns.map((column) => [
    column,
    sumUp([known, row].map((each) => toNumber(each[column]))),
  ]);
  return { ...known, ...Object.fromEntries(sums) };
}
