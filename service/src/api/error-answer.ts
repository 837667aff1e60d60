import { DatabaseError, isUnavailable } from '../database/database.ts';
import { ApiError } from './api-error.ts';

/** The header of a 503 answer: the seconds after which the database may be back. */
export const RETRY_SOON = { 'Retry-After': '2' };

/** Returns the answer to a failed call. */
export function toErrorAnswer(error: Error): Response {
  if (error instanceof ApiError) return error.toResponse();
  if (isUnavailable(error)) {
    const isSlow = error instanceof DatabaseError && error.code === 'time-limit';
    const reason = isSlow ? 'The database took too long' : 'The database cannot be reached';
    return new ApiError('unavailable', `${reason}: try again.`).toResponse({ ...RETRY_SOON });
  }
  return new ApiError('internal', 'An internal error occurred.').toResponse();
}
