import type { Dialect } from './dialect.ts';
import { DUCKDB } from './duckdb/duckdb-dialect.ts';
import { MYSQL } from './mysql/mysql-dialect.ts';
import { POSTGRES } from './postgres/postgres-dialect.ts';

/** The dialects of all engines, by name. */
export const DIALECTS: Readonly<Record<Dialect['name'], Dialect>> = {
  postgres: POSTGRES,
  mysql: MYSQL,
  duckdb: DUCKDB,
};

/** The dialect of the service's own data. */
export const OWN_DIALECT = POSTGRES;

/** Returns the names of the `:Name`s in a SELECT whose connection is not known, in lower case. */
export function findNames(sql: string): string[] {
  return OWN_DIALECT.findNames(sql);
}
