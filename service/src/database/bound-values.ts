import type { ValueType } from '../values/column-type.ts';

/** A value bound to a placeholder of a prepared query. A list is bound as an array of texts. */
export type SqlValue = string | number | boolean | readonly string[] | null;

/** The values of a parameter as texts. A list is the value of a filter with several values. */
export type BoundTexts = string | readonly string[];

/** Values that a query has shown, and the type of their column. */
export interface ShownValues extends ValueType {
  texts: BoundTexts;
}

/**
 * The values of SQL parameters, by names in lower case. A list is bound as an array of texts. An empty list is NULL, as is
 * a parameter without a value.
 */
export type BoundValues = Readonly<Record<string, BoundTexts | ShownValues>>;

/** Returns the text with which SQL selects a value that was shown, such as `1` for `true` in MariaDB. */
export type ToSelecting = (text: string, type: ValueType) => string;

/** Returns the values of a parameter, and the type of the column that they come from. */
export function findBound(
  values: BoundValues,
  name: string,
): { texts: BoundTexts | null; shown?: ValueType } {
  const value = Object.hasOwn(values, name) ? values[name]! : null;
  if (value === null || typeof value === 'string' || !('texts' in value)) return { texts: value };
  return { texts: value.texts, shown: value };
}

/** Returns the value to bind for a parameter. */
export function toSqlValue(values: BoundValues, name: string, toSelecting: ToSelecting): SqlValue {
  const { texts, shown } = findBound(values, name);
  if (texts === null || texts.length === 0) return typeof texts === 'string' ? texts : null;
  if (!shown) return texts;
  const toText = (text: string): string => toSelecting(text, shown);
  return typeof texts === 'string' ? toText(texts) : texts.map(toText);
}
