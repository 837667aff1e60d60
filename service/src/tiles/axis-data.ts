import { AXIS_KINDS } from '../dashboard/axis-kinds.ts';
import type { AxisTile, HeatMapTile } from '../dashboard/definition.ts';
import type { Row, RowSet } from '../database/database.ts';
import { CategoryAxis, type CategorySource, type Categories } from './category-axis.ts';
import type { MarkValue } from './mark-choice.ts';
import { toName, toNumber } from '../values/value-formatter.ts';

/** A row of values with a name, one for each category. `null`: no value. */
export interface AxisSeries {
  /** The column that the values come from. */
  column: string;
  label: string;
  /** Whether it is the sum of the small series. */
  isOther?: true;
  values: (number | null)[];
}

/** Returns the value that the marks of a series have; `null` for a sum of several values. */
export function toSeriesValue(
  splitBy: string,
  { label: value, isOther }: AxisSeries,
): MarkValue | null {
  return isOther ? null : { column: splitBy, value };
}

/** The rows of a chart with a category axis, arranged for drawing. */
export interface AxisData extends Categories {
  series: AxisSeries[];
  /** The number of small series that are left out. */
  omitted: number;
}

/** The problem with rows that a chart cannot show: a key of `PageWords`. */
export type AxisProblem = 'repeatedCategories';

/** The largest number of colors that readers can distinguish. */
const MAX_SERIES = 12;

/** Arranges the rows of bars, lines and areas. Returns the problem if one category has several values. */
export function toAxisData(
  tile: AxisTile,
  result: RowSet,
  other: string,
): AxisData | { problem: AxisProblem } {
  if (tile.splitBy !== undefined) {
    const [series] = tile.series;
    return toSplitData(tile, { splitBy: tile.splitBy, value: series!.column }, result, other);
  }
  const axis = new CategoryAxis(tile, result);
  // Bars with the same name are separate bars.
  const isBars = AXIS_KINDS[tile.kind].hasBars && !axis.isOrdered;
  if (axis.isRepeated && !isBars) return { problem: 'repeatedCategories' };
  const rows = isBars ? result.rows : axis.toRows(result.rows);
  return {
    ...axis.data,
    ...(isBars && { categories: result.rows.map((row) => row[tile.category] ?? null) }),
    omitted: 0,
    series: tile.series.map(({ column, label }) => ({
      column,
      label,
      values: rows.map((row) => toValue(row, column, tile)),
    })),
  };
}

/** Arranges the rows of a heat map, with one series per line. */
export function toHeatData(tile: HeatMapTile, result: RowSet): AxisData | { problem: AxisProblem } {
  return toSplitData(tile, tile, result, null);
}

/** Creates a series for each value of `splitBy`. Combines small series under the name `other`; `null` keeps them. */
function toSplitData(
  tile: CategorySource & Pick<AxisTile, 'format' | 'missing' | 'multiples'>,
  { splitBy, value: column }: { splitBy: string; value: string },
  result: RowSet,
  other: string | null,
): AxisData | { problem: AxisProblem } {
  const axis = new CategoryAxis(tile, result);
  const series: AxisSeries[] = [];
  for (const [name, rows] of groupBy(result.rows, splitBy)) {
    if (new Set(rows.map(axis.keyOf)).size < rows.length) return { problem: 'repeatedCategories' };
    const values = axis.toRows(rows).map((row) => toValue(row, column, tile));
    series.push({ column, label: toName(name), values });
  }
  if (other === null || series.length <= MAX_SERIES) return { ...axis.data, series, omitted: 0 };
  // Percentages cannot be added up. A small chart of a sum would be the largest one.
  const isSummed = tile.format !== 'percent' && !tile.multiples;
  const shown = isSummed ? joinSmall(series, other) : keepLarge(series, MAX_SERIES);
  return { ...axis.data, series: shown, omitted: isSummed ? 0 : series.length - shown.length };
}

/** Returns the number of a row. An author may want zero for a period without a row. */
function toValue(
  row: Row | undefined,
  column: string,
  { missing }: Pick<AxisTile, 'missing'>,
): number | null {
  // The data may have changed since its author checked it. A text has no number.
  return row ? toNumber(row[column]) : missing === 'zero' ? 0 : null;
}

function groupBy(rows: readonly Row[], column: string): Map<unknown, Row[]> {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const value = row[column] ?? null;
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  return groups;
}

/** Combines the small series into their sum. */
function joinSmall(series: AxisSeries[], other: string): AxisSeries[] {
  // A series with this name counts as small.
  const large = keepLarge(
    series.filter(({ label }) => label !== other),
    MAX_SERIES - 1,
  );
  const small = series.filter((each) => !large.includes(each));
  const { column, values } = small[0]!;
  const sums = values.map((_, index) => sumUp(small.map((each) => each.values[index]!)));
  return [...large, { column, label: other, isOther: true, values: sums }];
}

/** Returns the `count` largest series, in their original order. */
function keepLarge(series: AxisSeries[], count: number): AxisSeries[] {
  const sizes = new Map(
    series.map((each) => [each, sumUp(each.values.map((value) => Math.abs(value ?? 0))) ?? 0]),
  );
  const ranked = series.toSorted((left, right) => sizes.get(right)! - sizes.get(left)!);
  const large = new Set(ranked.slice(0, count));
  return series.filter((each) => large.has(each));
}

function sumUp(values: (number | null)[]): number | null {
  const numbers = values.filter((value) => value !== null);
  return numbers.length > 0 ? numbers.reduce((sum, value) => sum + value, 0) : null;
}
