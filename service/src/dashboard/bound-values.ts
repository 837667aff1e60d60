import type { SqlValue } from '../database/database.ts';
import { toNumberedSql } from '../database/named-parameters.ts';

/**
 * The values of SQL parameters, by names in lower case. A list is the value of a filter with several values: it is bound
 * as an array of texts. An empty list is NULL, as is a parameter without a value.
 */
export type BoundValues = Readonly<Record<string, string | readonly string[]>>;

/** SQL with numbered placeholders, and their values. */
export interface BoundSql {
  sql: string;
  values: readonly SqlValue[];
}

/** Binds values to the `:Name`s of a SELECT. */
export function bindValues(sql: string, values: BoundValues): BoundSql {
  const numbered = toNumberedSql(sql, findLists(values));
  return { sql: numbered.sql, values: numbered.names.map((name) => toSqlValue(values, name)) };
}

/** Returns the names of the parameters that are bound as lists. */
export function findLists(values: BoundValues): ReadonlySet<string> {
  return new Set(Object.keys(values).filter((name) => Array.isArray(values[name])));
}

function toSqlValue(values: BoundValues, name: string): SqlValue {
  const value = Object.hasOwn(values, name) ? values[name]! : null;
  return value?.length === 0 && Array.isArray(value) ? null : value;
}
