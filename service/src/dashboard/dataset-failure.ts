import { DatabaseError } from '../database/database.ts';

/**
 * The kind of a failure. `time-limit`: the query ran too long. `parameters`: a value does not fit its type.
 * `connection`: the database cannot be reached. `failed`: anything else.
 */
export type DatasetFailure = 'time-limit' | 'parameters' | 'connection' | 'failed';

/** Returns the kind of a query's failure. SQLSTATE class 22 is "data exception": a parameter that cannot be cast. */
export function toFailure(error: unknown): DatasetFailure {
  const code = error instanceof DatabaseError ? error.code : '';
  if (code === 'time-limit') return 'time-limit';
  // 28: the login is refused; 3D: there is no such database. The server's message names the login or the database.
  if (code === 'unavailable' || /^(28|3D)/.test(code)) return 'connection';
  return code.startsWith('22') ? 'parameters' : 'failed';
}
