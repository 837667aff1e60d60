import type * as Driver from '@duckdb/node-api';
import { DatabaseError } from '../database.ts';

/** An optional package: most installations read no files. `@1` matches no version, because all have a suffix. */
const PACKAGE = '@duckdb/node-api@1.5.6-r.1';

/** Loads the driver. Throws {@link DatabaseError} with the command that installs it. */
export async function loadDriver(): Promise<typeof Driver> {
  try {
    return await import('@duckdb/node-api');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = `The driver of DuckDB is not installed. Run: npm install ${PACKAGE}`;
    throw new DatabaseError('unavailable', message, { hint: message });
  }
}
