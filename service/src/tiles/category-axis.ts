import { AXIS_KINDS } from '../dashboard/axis-kinds.ts';
import type { AxisTile, HeatMapTile } from '../dashboard/definition.ts';
import type { CategoryFormat } from '../values/value-style.ts';
import type { Column, ColumnType } from '../values/column-type.ts';
import type { Row, RowSet } from '../database/database.ts';
import { areYears } from '../values/plain-numbers.ts';
import { isDate, toFormat, toTexts } from '../values/category-format.ts';
import { fillDates } from '../values/calendar.ts';

/** The part of a tile that determines its categories. */
export type CategorySource = Pick<AxisTile | HeatMapTile, 'kind' | 'category' | 'categoryFormat'>;

/** The categories of a chart, arranged for drawing. */
export interface Categories {
  categoryFormat: CategoryFormat;
  categories: unknown[];
  /** Whether {@link categories} has periods that no row has. */
  isFilled: boolean;
  /** Whether the dates have no period, so that none is missing between them. */
  isIrregular?: true;
}

/** The categories of a tile. Dates are sorted and have no gaps; all others are in the order of the rows. */
export class CategoryAxis {
  readonly data: Categories;
  /** Whether the categories are dates or years. */
  readonly isOrdered: boolean;
  /** Whether several rows have the same category. */
  readonly isRepeated: boolean;
  readonly #column: string;

  constructor(source: CategorySource, { columns, rows }: RowSet) {
    this.#column = source.category;
    const type = findType(columns, source.category);
    const byKey = new Map(rows.map((row) => [this.keyOf(row), row[source.category] ?? null]));
    const values = [...byKey.values()];
    this.isRepeated = values.length < rows.length;
    const format = source.categoryFormat ?? toFormat(type, values, source.category);
    this.isOrdered = isOrdered(source, type, format, values);
    this.data = this.isOrdered
      ? toOrdered(values, format, type)
      : { categoryFormat: format, categories: values, isFilled: false };
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

/** Returns the default format for the type and the values of a column. */
export function findFormat({ columns, rows }: RowSet, column: string): CategoryFormat {
  return toFormat(
    findType(columns, column),
    rows.map((row) => row[column]),
    column,
  );
}

function findType(columns: readonly Column[], column: string): ColumnType {
  return columns.find(({ name }) => name === column)?.type ?? 'text';
}

function isOrdered(
  { kind, category }: CategorySource,
  type: ColumnType,
  format: CategoryFormat,
  values: readonly unknown[],
): boolean {
  if (format === 'text') return false;
  if (isDate(type)) return true;
  if (format !== 'year' || !areYears(values, category)) return false;
  // The years of bars may be in another order, such as that of their values.
  const hasBars = kind !== 'heatmap' && AXIS_KINDS[kind].hasBars;
  const texts = toTexts(values);
  return !hasBars || texts.every((text, index) => index === 0 || texts[index - 1]! <= text);
}

function toOrdered(
  values: readonly unknown[],
  format: CategoryFormat,
  type: ColumnType,
): Categories {
  const byText = new Map(values.map((value) => [String(value), value]));
  // The texts of PostgreSQL's dates sort in the order of the dates.
  const texts = toTexts(values).toSorted();
  const { dates, isIrregular } =
    format === 'instant' || format === 'text'
      ? { dates: texts, isIrregular: true }
      : fillDates(texts, format);
  const toCategory = (text: string): unknown =>
    byText.get(text) ?? (isDate(type) ? text : Number(text.slice(0, 4)));
  const categories = [...dates.map(toCategory), ...(values.includes(null) ? [null] : [])];
  return {
    categoryFormat: format,
    categories,
    isFilled: categories.length > values.length,
    ...(isIrregular && { isIrregular }),
  };
}
