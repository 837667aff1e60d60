import { areYears } from './plain-numbers.ts';
import type { CategoryFormat } from './value-style.ts';
import type { ColumnType } from './column-type.ts';
import { findDateFormat } from './calendar.ts';

/** Returns the default format for a type and values. `name`: the name of the column. */
export function toFormat(
  type: ColumnType,
  values: readonly unknown[],
  name: string,
): CategoryFormat {
  if (type === 'integer') return areYears(values, name) ? 'year' : 'text';
  return isDate(type) ? findDateFormat(toTexts(values)) : 'text';
}

/** Returns whether the values of a column are dates. */
export function isDate(type: ColumnType): boolean {
  return type === 'date' || type === 'instant';
}

/** Returns the values as texts, without empty ones. */
export function toTexts(values: readonly unknown[]): string[] {
  return values.filter((value) => value !== null && value !== undefined).map(String);
}
