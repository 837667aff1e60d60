import type * as Driver from '@duckdb/node-api';
import { loadDriver } from '../optional-driver.ts';

/** Loads the driver. Throws {@link DatabaseError} if it is not installed. */
export function loadDuckdb(): Promise<typeof Driver> {
  return loadDriver({
    engine: 'DuckDB',
    // `@1` matches no version, because all have a suffix.
    package: '@duckdb/node-api@1.5.6-r.1',
    load: () => import('@duckdb/node-api'),
  });
}
