import {
  CONFLICT,
  CRASHED,
  DatabaseError,
  DISK_FULL,
  isUnavailable,
} from '../database/database.ts';
import { ApiError } from './api-error.ts';

/** The header of a 503 answer: the seconds after which the database may be back. */
export const RETRY_SOON = { 'Retry-After': '2' };

/** An outage is over if its error has not occurred for this time. The next such error is logged again. */
const OUTAGE_PAUSE_MS = 5 * 60_000;

/** The explanations for operators, by the code of an error. */
const REASONS: Partial<Record<string, string>> = {
  [DISK_FULL]: 'the disk of the database is full',
  [CRASHED]: 'its process has ended, or did not answer and was ended; it may need too much memory',
  [CONFLICT]:
    'the server ended it, as a replica does that waits too long for its readers; see max_standby_streaming_delay',
};

/** The time of the last error of each kind of outage. */
const outages = new Map<string, number>();

/**
 * Logs the code of an unexpected error, not its message, which may contain SQL or values. An outage is logged once,
 * not once per failing call.
 */
export function noteFailure(error: Error, what: string): void {
  const code = error instanceof DatabaseError ? error.code : error.name;
  if (isUnavailable(error)) {
    const metAt = outages.get(code) ?? -Infinity;
    outages.set(code, performance.now());
    if (performance.now() - metAt < OUTAGE_PAUSE_MS) return;
  }
  const reason = REASONS[code] ? `: ${REASONS[code]}` : '';
  console.error(`embedded-dashboard-service: ${what} failed${reason} (${code}).`);
}

/** Returns the answer to a failed call, and logs unexpected errors. */
export function toErrorAnswer(error: Error): Response {
  if (error instanceof ApiError) return error.toResponse();
  noteFailure(error, 'a call');
  if (isUnavailable(error)) {
    const isSlow = error instanceof DatabaseError && error.code === 'time-limit';
    const reason = isSlow ? 'The database took too long' : 'The database cannot be reached';
    return new ApiError('unavailable', `${reason}: try again.`).toResponse({ ...RETRY_SOON });
  }
  return new ApiError('internal', 'An internal error occurred.').toResponse();
}
