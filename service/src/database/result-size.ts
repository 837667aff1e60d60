import { DatabaseError, type RowSet } from './database.ts';

/** The largest result of a dataset, in bytes as PostgreSQL sends them. */
export const MAX_RESULT_BYTES = 16 * 1024 * 1024;
/** The largest value of a result, in bytes. */
export const MAX_CELL_BYTES = 1024 * 1024;

/** The memory of a value without its text, and of a row without its values, in bytes: about what V8 needs. */
const OVERHEAD = { value: 16, row: 48 };

/** Returns about how many bytes of memory a result needs. Texts count as UTF-16. */
export function sizeOf({ columns, rows }: RowSet): number {
  const sizes = rows.map((row) =>
    Object.values(row).reduce<number>((sum, value) => sum + sizeOfValue(value), OVERHEAD.row),
  );
  return sizes.reduce((sum, size) => sum + size, OVERHEAD.row * (1 + columns.length));
}

function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return OVERHEAD.value + 2 * value.length;
  if (typeof value !== 'object' || value === null) return OVERHEAD.value;
  if (ArrayBuffer.isView(value)) return OVERHEAD.value + value.byteLength;
  return OVERHEAD.value + 2 * JSON.stringify(value).length;
}

/** Returns whether a result exceeded one of the limits. */
export function isTooLarge(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === 'too-large';
}

/** Returns the error of a result over {@link MAX_RESULT_BYTES}. */
export function toLargeResult(): DatabaseError {
  const message = 'The result is larger than 16 MiB. Select fewer rows or columns.';
  return new DatabaseError('too-large', message);
}

/** Returns the error of a value over {@link MAX_CELL_BYTES}. */
export function toLargeCell(column: string): DatabaseError {
  const message = `A value of the column “${column}” is larger than 1 MiB. Shorten it in the SELECT.`;
  return new DatabaseError('too-large', message);
}
