/** A value bound to a placeholder of a prepared query. A list is bound as an array of texts. */
export type SqlValue = string | number | boolean | readonly string[] | null;

/**
 * The values of SQL parameters, by names in lower case. A list is the value of a filter with several values: it is bound
 * as an array of texts. An empty list is NULL, as is a parameter without a value.
 */
export type BoundValues = Readonly<Record<string, string | readonly string[]>>;

/** Returns the value to bind for a parameter. */
export function toSqlValue(values: BoundValues, name: string): SqlValue {
  const value = Object.hasOwn(values, name) ? values[name]! : null;
  return value?.length === 0 && Array.isArray(value) ? null : value;
}
