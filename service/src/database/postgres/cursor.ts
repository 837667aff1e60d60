import type { ErrorDetails } from '../database.ts';

/** The prefix of a SELECT. A cursor accepts no other statement, and stops after the requested rows. */
export const CURSOR = 'DECLARE dataset NO SCROLL CURSOR FOR ';

/** The details of a PostgreSQL error, in the form of both drivers. */
export interface DriverDetails {
  hint?: string | undefined;
  /** The position of a character in the statement, from 1. */
  position?: string | undefined;
}

/** Reads the error details of a statement that begins with {@link CURSOR}. */
export function toErrorDetails({ hint, position }: DriverDetails, sql: string): ErrorDetails {
  if (!position) return hint ? { hint } : {};
  const before = Array.from(sql)
    .slice(0, Number(position) - 1)
    .join('');
  return { offset: Math.max(0, before.length - CURSOR.length), ...(hint && { hint }) };
}
