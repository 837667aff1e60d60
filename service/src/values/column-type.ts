/** The type of a column's values. `instant` is a date with a time. JSON, arrays and all other types are `text`. */
export type ColumnType = 'integer' | 'decimal' | 'date' | 'instant' | 'boolean' | 'text';

/**
 * The form of values, if their type does not say how they sort, or which SQL value selects them. `single`: a float of 32
 * bits. `bits`: digits of 0 and 1. `binary`: see `toBinaryText`. `interval`: see `toIntervalText`. `money`: an amount with
 * its sign. `point`: `(1,2)`.
 */
export type ValueForm = 'single' | 'bits' | 'binary' | 'interval' | 'money' | 'point';

/** The type of a column, and the form of its values. */
export interface ValueType {
  type: ColumnType;
  form?: ValueForm;
}

/** A column of a result, in the order of the SELECT. */
export interface Column extends ValueType {
  name: string;
}

/** Returns a column without whatever else is known of its type. */
export function toColumn(name: string, { type, form }: ValueType): Column {
  return { name, type, ...(form && { form }) };
}

/** Returns whether all values of the type are numbers. Decimals and big integers arrive as text. */
export function isNumberType(type: ColumnType): boolean {
  return type === 'integer' || type === 'decimal';
}
