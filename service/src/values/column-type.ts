/** The type of a column's values. `instant` is a date with a time. JSON, arrays and all other types are `text`. */
export type ColumnType = 'integer' | 'decimal' | 'date' | 'instant' | 'boolean' | 'text';

/** A column of a result, in the order of the SELECT. */
export interface Column {
  name: string;
  type: ColumnType;
}

/** Returns whether all values of the type are numbers. Decimals and big integers arrive as text. */
export function isNumberType(type: ColumnType): boolean {
  return type === 'integer' || type === 'decimal';
}
