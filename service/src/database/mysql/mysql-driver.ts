import type * as Driver from 'mysql2';
import { DatabaseError } from '../database.ts';

/** An optional package: most installations read no data of MariaDB or MySQL. */
const PACKAGE = 'mysql2@3';

/** Loads the driver. Throws {@link DatabaseError} with the command that installs it. */
export async function loadDriver(): Promise<typeof Driver> {
  try {
    return await import('mysql2');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    const message = `The driver of MariaDB and MySQL is not installed. Run: npm install ${PACKAGE}`;
    throw new DatabaseError('unavailable', message, { hint: message });
  }
}
