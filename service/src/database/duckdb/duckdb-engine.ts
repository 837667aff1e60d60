import type { DataEngine } from '../data-engine.ts';
import { DUCKDB } from './duckdb-dialect.ts';
import { DuckdbPool } from './duckdb-pool.ts';

/** Matches `duckdb:`, followed by the path of a database file or of a folder. The path is not encoded. */
const ADDRESS = /^duckdb:(?<path>[^\0]+)$/i;

/** DuckDB: a database file, or a folder whose Parquet and CSV files are its tables. */
export const duckdbEngine: DataEngine = (connectionString, allows) => {
  const { path } = ADDRESS.exec(connectionString)?.groups ?? {};
  const found = path ? allows.file(path) : null;
  if (!found) return null;
  return {
    dialect: DUCKDB,
    key: `duckdb ${found}`,
    // A process has no logins, and its queries can see each other.
    isPrivate: true,
    open: (limits) => new DuckdbPool(found, limits),
  };
};
