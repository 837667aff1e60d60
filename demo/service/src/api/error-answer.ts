import { DatabaseError, DISK_FULL, isUnavailable } from '../database/database.ts';
import { ApiError } from './api-error.ts';

/** What goes with 503: the database may be back in these seconds. */
export const RETRY_SOON = { 'Retry-After': '2' };

/** An outage is over if its error has not occurred for so long; the next one is logged again. */
const OUTAGE_PAUSE_MS = 5 * 60_000;

/** When each kind of outage was met last. */
const outages = new Map<string, number>();

/**
 * Logs an unexpected error by its code: its message may hold SQL or values. An outage is one line, not one for each
 * call that meets it.
 */
export function noteFailure(error: Error, what: string): void {
  const code = error instanceof DatabaseError ? error.code : error.name;
  if (isUnavailable(error)) {
    const metAt = outages.get(code);
    outages.set(code, performance.now());
    if (metAt !== undefined && performance.now() - metAt < OUTAGE_PAUSE_MS) return;
  }
  const reason = code === DISK_FULL ? `: the disk of the database is full (${code})` : ` (${code})`;
  console.error(`embedded-dashboard-service: ${what} failed${reason}.`);
}

/** What a call is answered that failed. */
export function toErrorAnswer(error: Error): Response {
  if (error instanceof ApiError) return error.toResponse();
  noteFailure(error, 'a call');
  if (isUnavailable(error)) {
    return new ApiError('unavailable', 'The database cannot be reached: try again.').toResponse({
      ...RETRY_SOON,
    });
  }
  return new ApiError('internal', 'The service could not do this.').toResponse();
}
