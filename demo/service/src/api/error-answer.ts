import { DatabaseError, isUnavailable } from '../database/database.ts';
import { ApiError } from './api-error.ts';

/** What goes with 503: the database may be back in these seconds. */
export const RETRY_SOON = { 'Retry-After': '2' };

/** Logs an unexpected error by its code: its message may hold SQL or values. */
export function noteFailure(error: Error, what: string): void {
  const code = error instanceof DatabaseError ? error.code : error.name;
  console.error(`embedded-dashboard-service: ${what} failed (${code}).`);
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
