import { DatabaseError } from './database.ts';

/** The largest result of a dataset, in bytes as PostgreSQL sends them. */
export const MAX_RESULT_BYTES = 16 * 1024 * 1024;
/** The largest value of a result, in bytes. */
export const MAX_CELL_BYTES = 1024 * 1024;

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
