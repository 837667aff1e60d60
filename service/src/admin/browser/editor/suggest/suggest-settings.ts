import { toWords } from '../../../../values/plain-numbers.ts';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type {
  AxisTile,
  ChartSeries,
  Reference,
  RowColumn,
  ScatterTile,
  TableTile,
} from '../../../../dashboard/definition.ts';
import type { ValueStyle } from '../../../../values/value-style.ts';
import { findMainColumns, isDate } from './main-columns.ts';
import { toSeries } from './new-tile.ts';
import { findFacts, toValueStyle } from './suggest-style.ts';

/** Longer names and more names than these are next to horizontal bars. */
const LONG_NAME = 12;
const MANY_NAMES = 12;
/** The most series of a new chart. */
const MAX_SERIES = 5;
/** The largest quotient of two columns' sizes on one axis: the smaller one would be flat. */
const LARGEST_RATIO = 10;
/** Lines of a smaller range, as a part of their size, may leave zero. */
const NARROW_RANGE = 1 / 2;
/** The quotient of the ends from which an axis may be logarithmic. */
const WIDE_RANGE = 100;
/** The words of columns that a chart compares another column with. */
const COMPARISON = /\b(target|plan|planned|goal|forecast|previous|prior|last|baseline|benchmark)\b/;
/** The words that do not make the values of two columns comparable. */
const COMMON_WORD = /^(of|in|per|the|and|avg|average|sum|total|count|number|adjusted)$/;
/** Columns of the same unit whose names share no word. */
const FAMILIES = [
  /^(open|high|low|close|adjclose)$/,
  /^(min|max|mean|average|median|actual|target|plan|forecast|normal|record)$/,
];

/** Returns the settings of bars, lines or areas whose rows have one category. */
export function toAxisSettings(tile: AxisTile, columns: DatasetColumns): Partial<AxisTile> {
  const { value, measures } = findMainColumns(columns);
  const areDates = isDate(tile.category, columns);
  const comparable = measures.filter(
    (name) => name === value || areComparable(value, name, columns),
  );
  const targets = comparable.filter((name) => name !== value && isConstantTarget(name, columns));
  const shown = comparable.filter((name) => !targets.includes(name)).slice(0, MAX_SERIES);
  const second = measures.find((name) => name !== value);
  const hasTwoUnits = areDates && measures.length === 2 && shown.length === 1 && !targets[0];
  return {
    series: shown.map((name) => toChartSeries(name, value)),
    ...(!areDates && isHorizontal(tile.category, columns) && { horizontal: true }),
    ...(hasTwoUnits && second && toSecondAxis(tile, value, second, columns)),
    ...(targets.length > 0 && {
      references: targets.map(toReference),
    }),
    ...(tile.kind === 'line' && canLeaveZero(shown, columns) && { start: 'values' as const }),
  };
}

/** Returns the column of numbers that is most likely a target of others; empty if there is no other column. */
export function suggestTarget(own: readonly string[], numbers: readonly string[]): string {
  const others = numbers.filter((name) => !own.includes(name));
  return others.find((name) => COMPARISON.test(toWords(name))) ?? others[0] ?? '';
}

function toReference(column: string): Reference {
  return { kind: 'column', ...toSeries(column) };
}

function toChartSeries(name: string, value: string): ChartSeries {
  const isComparison = name !== value && COMPARISON.test(toWords(name));
  return { ...toSeries(name), ...(isComparison && { comparison: true }) };
}

function isHorizontal(category: string, columns: DatasetColumns): boolean {
  // Ages and codes are in their order, from left to right.
  if (columns.types[category] !== 'text') return false;
  const { count = 0, longest = 0 } = findFacts(category, columns) ?? {};
  return count > MANY_NAMES || longest > LONG_NAME;
}

function toSecondAxis(
  { kind }: AxisTile,
  value: string,
  second: string,
  columns: DatasetColumns,
): Partial<AxisTile> {
  const other = toSeries(second);
  return {
    series: [toSeries(value), { ...other, second: true, ...(kind === 'bar' && { line: true }) }],
    valueTitle: toSeries(value).label,
    secondAxis: { title: other.label, ...toValueStyle(second, columns) },
  };
}

/** Returns whether two columns have the same unit and about the same size. */
function areComparable(one: string, other: string, columns: DatasetColumns): boolean {
  const [left, right] = [toSize(one, columns), toSize(other, columns)];
  const ratio = Math.max(left, right) / Math.min(left, right);
  return ratio <= LARGEST_RATIO && haveSameUnit(one, other, columns);
}

function haveSameUnit(one: string, other: string, columns: DatasetColumns): boolean {
  const [left, right] = [toValueStyle(one, columns), toValueStyle(other, columns)];
  if (!areEqual(left, right)) return false;
  // Two amounts of money, or two numbers with the same sign.
  if (left.format === 'currency' || left.numbers) return true;
  if (columns.types[one] === 'integer' && columns.types[other] === 'integer') return true;
  const [words, others] = [toWords(one).split(' '), toWords(other).split(' ')];
  const isShared = (word: string): boolean => others.includes(word) && !COMMON_WORD.test(word);
  return (
    words.some(isShared) ||
    COMPARISON.test(toWords(other)) ||
    FAMILIES.some((family) => family.test(toWords(one)) && family.test(toWords(other)))
  );
}

function areEqual(one: ValueStyle, other: ValueStyle): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Returns the largest distance of a column's values from zero. */
function toSize(name: string, columns: DatasetColumns): number {
  const { least, most } = toRange(name, columns);
  return Math.max(Math.abs(least), Math.abs(most));
}

function toRange(name: string, columns: DatasetColumns) {
  return findFacts(name, columns)?.range ?? { least: 0, middle: 0, most: 0 };
}

function isConstantTarget(name: string, columns: DatasetColumns): boolean {
  return COMPARISON.test(toWords(name)) && findFacts(name, columns)?.count === 1;
}

/** Returns whether the change of measurements is more important than their distance from zero, as of temperatures. */
function canLeaveZero(names: readonly string[], columns: DatasetColumns): boolean {
  const { format } = toValueStyle(names[0] ?? '', columns);
  if (format !== 'decimal') return false;
  const ranges = names.map((name) => toRange(name, columns));
  const least = Math.min(...ranges.map((range) => range.least));
  const most = Math.max(...ranges.map((range) => range.most));
  return least > 0 && most - least < most * NARROW_RANGE;
}

/** Returns the settings of points: an axis is logarithmic if the points would be close together otherwise. */
export function toScatterSettings({ x, y }: ScatterTile, columns: DatasetColumns) {
  const toAxis = (axis: ScatterTile['x']): ScatterTile['x'] => ({
    ...axis,
    ...(isSkewed(axis.column, columns, WIDE_RANGE) && { logarithmic: true }),
  });
  return { x: toAxis(x), y: toAxis(y) };
}

/**
 * Returns whether the quotient of the ends is at least `ratio`, and the median is closer to the middle of a logarithmic
 * axis than to that of a linear one.
 */
export function isSkewed(name: string, columns: DatasetColumns, ratio: number): boolean {
  const { least, middle, most } = toRange(name, columns);
  if (least <= 0 || most / least < ratio) return false;
  const linear = (middle - least) / (most - least);
  const logarithmic = Math.log(middle / least) / Math.log(most / least);
  return Math.abs(logarithmic - 1 / 2) < Math.abs(linear - 1 / 2);
}

/** Returns the columns of a table: bars show the size of the first quantity if too many rows need a chart. */
export function toTableSettings(tile: TableTile, columns: DatasetColumns): Partial<TableTile> {
  const { value, measures } = findMainColumns(columns);
  const least = findFacts(value, columns)?.range?.least ?? -1;
  const isBarred = measures.includes(value) && columns.facts?.key.length === 1 && least >= 0;
  const toShown = (column: RowColumn): RowColumn =>
    isBarred && column.column === value ? { ...column, bar: true } : column;
  return { columns: tile.columns.map(toShown) };
}
