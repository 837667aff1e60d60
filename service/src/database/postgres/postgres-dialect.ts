import { type BoundValues, findBound, type ToSelecting, toSqlValue } from '../bound-values.ts';
import type { BoundSql, Dialect } from '../dialect.ts';
import { toIdentifier } from './quoting.ts';
import { toNamedOffset } from '../named-places.ts';
import { findPlaces, toNumberedSql, withoutSemicolon } from './named-parameters.ts';
import { toSelecting } from './selecting-values.ts';

/** Selects only the columns that the role of the datasets may read. */
const TABLES = `
  SELECT CASE WHEN pg_table_is_visible(tables.oid) THEN quote_ident(relname)
      ELSE quote_ident(nspname) || '.' || quote_ident(relname) END AS name,
    quote_ident(attname) AS column,
    format_type(atttypid, atttypmod) AS type
  FROM pg_class AS tables
  JOIN pg_namespace AS schemas ON schemas.oid = relnamespace
  JOIN pg_attribute ON attrelid = tables.oid AND attnum > 0 AND NOT attisdropped
  WHERE relkind IN ('r', 'p', 'v', 'm', 'f')
    AND nspname <> 'information_schema' AND nspname NOT LIKE 'pg\\_%'
    AND has_schema_privilege(schemas.oid, 'USAGE')
    AND has_column_privilege(tables.oid, attnum, 'SELECT')
  ORDER BY 1, attnum`;

/** Without the line end, a comment at the end of the SELECT would hide the parenthesis. */
function toSource(sql: string): string {
  return `(${withoutSemicolon(sql)}\n) AS "rows"`;
}

/** Replaces the `:Name`s of a SELECT by `$1`, `$2`… `toText`: the text that selects a shown value. */
export function bindNumbered(sql: string, values: BoundValues, toText: ToSelecting): BoundSql {
  const isList = (name: string): boolean => Array.isArray(findBound(values, name).texts);
  const lists = new Set(Object.keys(values).filter(isList));
  const numbered = toNumberedSql(sql, lists);
  return {
    sql: numbered.sql,
    values: numbered.names.map((name) => toSqlValue(values, name, toText)),
    toNamedOffset: (offset) => toNamedOffset(sql, findPlaces(sql, lists), offset),
  };
}

/** The SQL of PostgreSQL and PGlite. Placeholders are `$1`, `$2`… */
export const POSTGRES: Dialect = {
  name: 'postgres',
  maxNameBytes: 63,
  conditions: {
    choice: 'region = ?',
    list: 'region = ANY(?)',
    date: 'day >= ?::date',
    rangeEnd: 'day < ?::date + 1',
    number: 'amount >= ?::numeric',
    text: 'name = ?',
  },
  textType: 'text',
  tables: TABLES,
  findNames: (sql) => toNumberedSql(sql).names,
  bind: (sql, values) => bindNumbered(sql, values, toSelecting),
  toIdentifier,
  toSource,
  toNumbers(sql, column) {
    const finite = `CASE WHEN value > '-Infinity' AND value < 'Infinity' THEN value END AS value`;
    return `(SELECT ${finite} FROM
    (SELECT ${toIdentifier(column)}::float8 AS value FROM ${toSource(sql)}) AS numbers) AS finite`;
  },
  toBin: (limits) => `width_bucket(value, ARRAY[${limits.join()}]::float8[])`,
};
