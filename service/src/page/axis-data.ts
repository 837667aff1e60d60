import type { AxisTile, CategoryFormat, HeatMapTile } from '../dashboard/definition.ts';
import type { Column, ColumnType } from '../database/column-type.ts';
import type { Row, RowSet } from '../database/database.ts';
import { fillDates, findDateFormat } from './category-dates.ts';
import { NO_VALUE, toText } from './value-formatter.ts';

/** A row of values with a name, one for each category. `null`: no value. */
export interface AxisSeries {
  /** The column that the values come from. */
  column: string;
  label: string;
  values: (number | null)[];
}

/** The rows of a chart with a category axis, arranged for drawing. */
export interface AxisData {
  categoryFormat: CategoryFormat;
  categories: unknown[];
  series: AxisSeries[];
  /** Whether {@link categories} has dates that no row has. */
  isFilled: boolean;
  /** The number of small series that are left out. */
  omitted: number;
}

/** The problem with rows that a chart cannot show: a key of `PageWords`. */
export type AxisProblem = 'repeatedCategories';

/** The part of a tile that determines its axis. */
type Source = Pick<AxisTile, 'category' | 'categoryFormat'>;

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
  const isBars = tile.kind === 'bar' && !axis.isOrdered;
  if (axis.isRepeated && !isBars) return { problem: 'repeatedCategories' };
  const rows = isBars ? result.rows : axis.toRows(result.rows);
  return {
    ...axis.data,
    ...(isBars && { categories: result.rows.map((row) => row[tile.category] ?? null) }),
    omitted: 0,
    series: tile.series.map(({ column, label }) => ({
      column,
      label,
      values: rows.map((row) => toNumber(row?.[column])),
    })),
  };
}

/** Arranges the rows of a heat map, with one series per line. */
export function toHeatData(tile: HeatMapTile, result: RowSet): AxisData | { problem: AxisProblem } {
  return toSplitData(tile, tile, result, null);
}

/** Creates a series for each value of `splitBy`. Combines small series under the name `other`; `null` keeps them. */
function toSplitData(
  tile: Source & Pick<AxisTile, 'format'>,
  { splitBy, value: column }: { splitBy: string; value: string },
  result: RowSet,
  other: string | null,
): AxisData | { problem: AxisProblem } {
  const axis = new CategoryAxis(tile, result);
  const series: AxisSeries[] = [];
  for (const [name, rows] of groupBy(result.rows, splitBy)) {
    if (new Set(rows.map(axis.keyOf)).size < rows.length) return { problem: 'repeatedCategories' };
    const values = axis.toRows(rows).map((row) => toNumber(row?.[column]));
    series.push({ column, label: name === null ? NO_VALUE : toText(name), values });
  }
  if (other === null || series.length <= MAX_SERIES) return { ...axis.data, series, omitted: 0 };
  // Percentages cannot be added up.
  const isSummed = tile.format !== 'percent';
  const shown = isSummed ? joinSmall(series, other) : keepLarge(series, MAX_SERIES);
  return { ...axis.data, series: shown, omitted: isSummed ? 0 : series.length - shown.length };
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

/** The categories of a tile. Dates are sorted and have no gaps; all others are in the order of the rows. */
class CategoryAxis {
  readonly data: Omit<AxisData, 'series' | 'omitted'>;
  /** Whether the categories are dates. */
  readonly isOrdered: boolean;
  /** Whether several rows have the same category. */
  readonly isRepeated: boolean;
  readonly #column: string;

  constructor({ category, categoryFormat }: Source, { columns, rows }: RowSet) {
    this.#column = category;
    const type = findType(columns, category);
    const byKey = new Map(rows.map((row) => [this.keyOf(row), row[category] ?? null]));
    const values = [...byKey.values()];
    this.isRepeated = values.length < rows.length;
    // The texts of PostgreSQL's dates sort in the order of the dates.
    const dates = values.filter((value) => typeof value === 'string').toSorted();
    const format = categoryFormat ?? toFormat(type, dates);
    this.isOrdered = isDate(type) && format !== 'text';
    const categories = this.isOrdered ? toOrdered(dates, format, values.includes(null)) : values;
    const isFilled = categories.length > values.length;
    this.data = { categoryFormat: format, categories, isFilled };
  }

  /** Returns the row of each category, if there is one. */
  toRows(rows: readonly Row[]): (Row | undefined)[] {
    const byKey = new Map(rows.map((row) => [this.keyOf(row), row]));
    return this.data.categories.map((category) => byKey.get(toKey(category)));
  }

  keyOf = (row: Row): string => toKey(row[this.#column] ?? null);
}

function toKey(category: unknown): string {
  return JSON.stringify(category);
}

/** Returns the default format for the type of a column. */
export function findFormat({ columns, rows }: RowSet, column: string): CategoryFormat {
  const dates = rows.map((row) => row[column]).filter((value) => typeof value === 'string');
  return toFormat(findType(columns, column), dates);
}

function findType(columns: readonly Column[], column: string): ColumnType {
  return columns.find(({ name }) => name === column)?.type ?? 'text';
}

function toFormat(type: ColumnType, dates: readonly string[]): CategoryFormat {
  if (type === 'date') return findDateFormat(dates);
  return type === 'instant' ? 'instant' : 'text';
}

function toOrdered(dates: readonly string[], format: CategoryFormat, hasNull: boolean): unknown[] {
  const ordered = format === 'instant' ? dates : fillDates(dates, format);
  return hasNull ? [...ordered, null] : [...ordered];
}

function isDate(type: ColumnType): boolean {
  return type === 'date' || type === 'instant';
}

function toNumber(value: unknown): number | null {
  if (value === null || value === undefined) return null;
  const number = Number(value);
  // The data may have changed since its author checked it.
  return Number.isFinite(number) ? number : null;
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
  return [...large, { column, label: other, values: sums }];
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
