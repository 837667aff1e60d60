import type { DataEngine } from '../data-engine.ts';
import type { DateOrder } from './duckdb-messages.ts';
import { DUCKDB } from './duckdb-dialect.ts';
import { DuckdbPool } from './duckdb-pool.ts';

/**
 * Matches `duckdb:`, followed by the path of a database file or of a folder, and the order of dates in its CSV files. The
 * path is not encoded.
 */
const ADDRESS = /^duckdb:(?<path>[^\0]+?)(\?dates=(?<dates>day-first|month-first))?$/i;

/** DuckDB: a database file, or a folder whose Parquet and CSV files are its tables. */
export const duckdbEngine: DataEngine = (connectionString, allows) => {
  const { path, dates } = ADDRESS.exec(connectionString)?.groups ?? {};
  const found = path ? allows.file(path) : null;
  if (!found) return null;
  const order = dates?.toLowerCase() as DateOrder | undefined;
  return {
    dialect: DUCKDB,
    key: `duckdb ${found} ${order ?? ''}`,
    // A process has no logins, and its queries can see each other.
    isPrivate: true,
    open: (limits) => new DuckdbPool(found, limits, order),
  };
};
