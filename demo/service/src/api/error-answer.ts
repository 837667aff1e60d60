import { DatabaseError } from '../database/database.ts';
import { ApiError } from './api-error.ts';

/** What a call is answered that failed. Only the code of an unexpected error is logged: its message may hold SQL or values. */
export function toErrorAnswer(error: Error): Response {
  if (error instanceof ApiError) return error.toResponse();
  const code = error instanceof DatabaseError ? error.code : error.name;
  console.error(`embedded-dashboard-service: a call failed (${code}).`);
  if (code === 'unavailable') {
    return new ApiError('unavailable', 'The database cannot be reached: try again.').toResponse({
      'Retry-After': '2',
    });
  }
  return new ApiError('internal', 'The service could not do this.').toResponse();
}
