import type { AxisTile, HeatMapTile } from '../dashboard/definition.ts';
import type { Row, RowSet } from '../database/database.ts';
import { CategoryAxis, type CategorySource, type Categories } from './category-axis.ts';
import { findLargest, holdsPeriods, type NamedPart, type Omitted } from './largest-parts.ts';
import type { MarkValue } from './mark-choice.ts';
import { sumUp } from '../values/sum-up.ts';
import { toName, toNumber } from '../values/value-formatter.ts';
import { COLOR_COUNT } from './palette.ts';

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
export interface AxisData extends Categories, Omitted {
  series: AxisSeries[];
}

/** The values of a split, one for each category. */
interface SplitSeries extends NamedPart {
  values: (number | null)[];
}

/** The largest number of cells of a heat map whose rows fill fewer: a thousand rows could have a million. */
const MAX_CELLS = 20_000;

/** Arranges the rows of bars, lines and areas. Each name has one row. `other`: the name of combined small series. */
export function toAxisData(tile: AxisTile, result: RowSet, other: string): AxisData {
  if (tile.splitBy !== undefined) {
    const [series] = tile.series;
    return toSplitData(tile, { splitBy: tile.splitBy, value: series!.column }, result, other);
  }
  const axis = new CategoryAxis(tile, result);
  const rows = axis.toRows(result.rows);
  return {
    ...axis.data,
    omitted: 0,
    series: tile.series.map(({ column, label }) => ({
      column,
      label,
      values: rows.map((row) => toValue(row, column, tile)),
    })),
  };
}

/** Arranges the rows of a heat map, with one series per line. Each pair of names has one row. */
export function toHeatData(tile: HeatMapTile, result: RowSet): AxisData {
  return toSplitData(tile, tile, result, null);
}

/**
 * Creates a series for each value of `splitBy`. Combines small series under the name `other`; `null` keeps them, as far as
 * a heat map has room.
 */
function toSplitData(
  tile: CategorySource & Pick<AxisTile, 'addsUp' | 'missing' | 'multiples'>,
  { splitBy, value: column }: { splitBy: string; value: string },
  result: RowSet,
  other: string | null,
): AxisData {
  const axis = new CategoryAxis(tile, result);
  const series: SplitSeries[] = [];
  for (const [key, rows] of groupBy(result.rows, splitBy)) {
    const values = axis.toRows(rows).map((row) => toValue(row, column, tile));
    const size = sumUp(values.map((value) => Math.abs(value ?? 0))) ?? 0;
    series.push({ name: toName(key), key, size, values });
  }
  const { shown, joined, omitted } = findLargest(series, {
    max: other === null ? toMostLines(axis.data.categories, result) : COLOR_COUNT,
    // A small chart of a sum would be the largest one.
    other: tile.addsUp && !tile.multiples ? other : null,
    arePeriods: holdsPeriods(result, splitBy),
  });
  const named = shown.map(({ name: label, values }) => ({ column, label, values }));
  const sum = joined.length > 0 ? [toSum(joined, column, other!)] : [];
  return { ...axis.data, series: [...named, ...sum], ...omitted };
}

/** Returns the largest number of lines of a heat map. */
function toMostLines({ length }: readonly unknown[], { rows }: RowSet): number {
  return Math.ceil(Math.max(MAX_CELLS, 2 * rows.length) / length);
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

/** Returns the rows of each name, with the first value that has the name. */
function groupBy(rows: readonly Row[], column: string): Map<unknown, Row[]> {
  const groups = new Map<string, [unknown, Row[]]>();
  for (const row of rows) {
    const value = row[column] ?? null;
    const group = groups.get(toName(value));
    if (group) group[1].push(row);
    else groups.set(toName(value), [value, [row]]);
  }
  return new Map(groups.values());
}

function toSum(joined: readonly SplitSeries[], column: string, label: string): AxisSeries {
  const values = joined[0]!.values.map((_, index) =>
    sumUp(joined.map((each) => each.values[index]!)),
  );
  return { column, label, isOther: true, values };
}
