import type { CategoryFormat } from './value-style.ts';
import type { ColumnType } from './column-type.ts';

/** Returns the format of a column for which no author has chosen one: each value as the database has it. */
export function toOwnFormat(type: ColumnType): CategoryFormat {
  return isDate(type) ? type : 'text';
}

/** Returns whether the values of a column are dates. */
export function isDate(type: ColumnType): type is 'date' | 'instant' {
  return type === 'date' || type === 'instant';
}

/** Returns the values as texts, without empty ones. */
export function toTexts(values: readonly unknown[]): string[] {
  return values.filter((value) => value !== null && value !== undefined).map(String);
}
