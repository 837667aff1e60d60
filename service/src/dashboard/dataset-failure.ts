import { DatabaseError, isRefused, isUnfit } from '../database/database.ts';

/**
 * The kind of a failure. `time-limit`: the query ran too long. `parameters`: a value does not fit its type.
 * `connection`: the database cannot be reached. `failed`: anything else.
 */
export type DatasetFailure = 'time-limit' | 'parameters' | 'connection' | 'failed';

/** Returns the kind of a query's failure. */
export function toFailure(error: unknown): DatasetFailure {
  if (!(error instanceof DatabaseError)) return 'failed';
  if (error.code === 'time-limit') return 'time-limit';
  if (error.code === 'unavailable' || isRefused(error)) return 'connection';
  return isUnfit(error) ? 'parameters' : 'failed';
}
