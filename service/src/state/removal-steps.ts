import type { SqlValue } from '../database/bound-values.ts';
import type { Queries } from '../database/database.ts';
import { DAY_MS } from '../values/calendar.ts';
import { toInstant } from './instants.ts';

/** The records that one statement looks at. Other calls run between two statements. */
export const REMOVED_ROWS = 500;

/** Returns the beginning of the last `days` whole days in UTC, before today. */
export function toKeptSince(days: number, now: number): string {
  return toInstant(now - (now % DAY_MS) - days * DAY_MS);
}

/** Runs a step until it finds fewer rows than it may remove. It selects the number of the rows as `removed`. */
export async function repeatStep(
  state: Queries,
  step: string,
  values: readonly SqlValue[],
): Promise<void> {
  let removed = REMOVED_ROWS;
  while (removed === REMOVED_ROWS) {
    const [row] = await state.query(step, values);
    removed = Number(row?.removed);
  }
}
