import { DatabaseError, isRefused, isUnfit } from '../database/database.ts';

/**
 * The kind of a failure. `time-limit`: the query ran too long. `parameters`: a value does not fit its type.
 * `connection`: the database cannot be reached. `same-names`: two columns have one name. `failed`: anything else.
 */
export type DatasetFailure = 'time-limit' | 'parameters' | 'connection' | 'same-names' | 'failed';

/** A dataset that failed. The texts come from the database, so only the author may read them. */
export interface FailedDataset {
  failure: DatasetFailure;
  reason: string;
  /** The database's advice. */
  hint?: string;
  /** The offset in the SQL at which the database found the error. */
  offset?: number;
}

/** Returns the kind of a query's failure. */
export function toFailure(error: unknown): DatasetFailure {
  if (!(error instanceof DatabaseError)) return 'failed';
  if (error.code === 'time-limit') return 'time-limit';
  if (error.code === 'unavailable' || isRefused(error)) return 'connection';
  return isUnfit(error) ? 'parameters' : 'failed';
}
