import { AXIS_KINDS } from '../dashboard/axis-kinds.ts';
import type { AxisTile, HeatMapTile } from '../dashboard/definition.ts';
import type { CategoryFormat } from '../values/value-style.ts';
import type { Column, ColumnType } from '../values/column-type.ts';
import type { Row, RowSet } from '../database/database.ts';
import { isDate, toOwnFormat, toTexts } from '../values/category-format.ts';
import {
  compareDates,
  fillDates,
  findHoles,
  isCalendarDate,
  isPeriod,
  PERIODS,
} from '../values/calendar.ts';
import { toName } from '../values/value-formatter.ts';

/** The part of a tile that determines its categories. */
export type CategorySource = CategorizedTile & Pick<AxisTile | HeatMapTile, 'kind'>;

/** The categories of a tile, and what the author says of them. */
export type CategorizedTile = Pick<AxisTile, 'category' | 'categoryFormat'>;

/** The categories of a chart, arranged for drawing. */
export interface Categories {
  categoryFormat: CategoryFormat;
  categories: unknown[];
  /** Whether {@link categories} has periods that no row has. */
  isFilled: boolean;
  /** Whether the dates have no period, so that none is missing between them. */
  isIrregular?: true;
  /** The ends of long times without a date, over which a line is joined. */
  holes?: [from: string, to: string][];
}

/**
 * The categories of a tile. Dates are sorted and have no gaps; all others are in the order of the rows. Days of the same
 * period are the same category.
 */
export class CategoryAxis {
  readonly data: Categories;
  readonly #keyOf: (row: Row) => string;

  constructor(source: CategorySource, { columns, rows }: RowSet) {
    this.#keyOf = toRowKey(source, columns);
    const byKey = new Map(rows.map((row) => [this.#keyOf(row), row[source.category] ?? null]));
    const values = [...byKey.values()];
    const type = findType(columns, source.category);
    const format = findFormat(source, columns);
    this.data = isOrdered(source, type, format, values)
      ? toOrdered(values, format, type)
      : { categoryFormat: format, categories: values, isFilled: false };
  }

  /** Returns the row of each category, if there is one. */
  toRows(rows: readonly Row[]): (Row | undefined)[] {
    const byKey = new Map(rows.map((row) => [this.#keyOf(row), row]));
    const { categories, categoryFormat } = this.data;
    return categories.map((category) => byKey.get(toKey(category, categoryFormat)));
  }
}

/** Returns the function that gives rows the same text if their categories are one for readers. */
export function toRowKey(
  source: CategorizedTile,
  columns: readonly Column[],
): (row: Row) => string {
  const format = findFormat(source, columns);
  return (row) => toKey(row[source.category] ?? null, format);
}

/** Returns the text that categories share if they are days of one period, or texts that show nothing. */
function toKey(category: unknown, format: CategoryFormat): string {
  const place = isPeriod(format) ? PERIODS[format].toPlace(String(category)) : NaN;
  return Number.isNaN(place) ? toName(category) : String(place);
}

/** Returns the format of a tile's categories: the author's, else the values as the database has them. */
export function findFormat(
  { category, categoryFormat }: CategorizedTile,
  columns: readonly Column[],
): CategoryFormat {
  return categoryFormat ?? toOwnFormat(findType(columns, category));
}

function findType(columns: readonly Column[], column: string): ColumnType {
  return columns.find(({ name }) => name === column)?.type ?? 'text';
}

function isOrdered(
  { kind }: CategorySource,
  type: ColumnType,
  format: CategoryFormat,
  values: readonly unknown[],
): boolean {
  if (format === 'text') return false;
  if (isDate(type)) return true;
  const texts = toTexts(values);
  if (format !== 'year' || !texts.every(isCalendarDate)) return false;
  // The years of bars may be in another order, such as that of their values.
  const hasBars = kind !== 'heatmap' && AXIS_KINDS[kind].hasBars;
  return !hasBars || texts.every((text, index) => index === 0 || texts[index - 1]! <= text);
}

function toOrdered(
  values: readonly unknown[],
  format: CategoryFormat,
  type: ColumnType,
): Categories {
  const byText = new Map(values.map((value) => [String(value), value]));
  const texts = toTexts(values).toSorted(compareDates);
  const { dates, isIrregular } = isPeriod(format)
    ? fillDates(texts, format)
    : { dates: texts, isIrregular: true };
  const toCategory = (text: string): unknown =>
    byText.get(text) ?? (isDate(type) ? text : Number(text.slice(0, 4)));
  const categories = [...dates.map(toCategory), ...(values.includes(null) ? [null] : [])];
  return {
    categoryFormat: format,
    categories,
    isFilled: categories.length > values.length,
    ...(isIrregular && { isIrregular, holes: findHoles(texts) }),
  };
}
