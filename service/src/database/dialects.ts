import { POSTGRES } from './postgres/postgres-dialect.ts';

/** The dialect of the service's own data. */
export const OWN_DIALECT = POSTGRES;

/** Returns the names of the `:Name`s in a SELECT whose connection is not known, in lower case. */
export function findNames(sql: string): string[] {
  return OWN_DIALECT.findNames(sql);
}
