import type * as Driver from 'mysql2';
import { loadDriver } from '../optional-driver.ts';

/** Loads the driver. Throws {@link DatabaseError} if it is not installed. */
export function loadMysql(): Promise<typeof Driver> {
  return loadDriver({
    engine: 'MariaDB and MySQL',
    package: 'mysql2@3',
    load: () => import('mysql2'),
  });
}
