import type { Dialect } from '../dialect.ts';
import { bindNumbered, POSTGRES } from '../postgres/postgres-dialect.ts';
import { toSelecting } from './selecting-values.ts';

/** Returns an expression: a column as an identifier of SQL, with quotes if necessary. */
function toQuoted(column: string): string {
  return `CASE WHEN regexp_full_match(${column}, '[a-z_][a-z0-9_]*')
    AND ${column} NOT IN (
      SELECT keyword_name FROM duckdb_keywords() WHERE keyword_category <> 'unreserved')
    THEN ${column} ELSE '"' || replace(${column}, '"', '""') || '"' END`;
}

const TABLES = `
  SELECT CASE WHEN schema_name = current_schema() THEN '' ELSE ${toQuoted('schema_name')} || '.' END
      || ${toQuoted('table_name')} AS name,
    ${toQuoted('column_name')} AS column,
    data_type AS type
  FROM duckdb_columns()
  WHERE NOT internal AND database_name = current_database()
  ORDER BY schema_name <> current_schema(), schema_name, table_name, column_index`;

/** The SQL of DuckDB. Its literals, identifiers, comments and placeholders are those of PostgreSQL. */
export const DUCKDB: Dialect = {
  ...POSTGRES,
  name: 'duckdb',
  // DuckDB has no limit. This one is that of PostgreSQL.
  maxNameBytes: POSTGRES.maxNameBytes,
  conditions: { ...POSTGRES.conditions, number: 'amount >= ?::decimal(38, 9)' },
  tables: TABLES,
  bind: (sql, values) => bindNumbered(sql, values, toSelecting),
  toNumbers(sql, column) {
    const number = `${POSTGRES.toIdentifier(column)}::double`;
    return `(SELECT CASE WHEN isfinite(value) THEN value END AS value FROM
    (SELECT ${number} AS value FROM ${POSTGRES.toSource(sql)}) AS numbers) AS finite`;
  },
  toBin: (limits) => limits.map((limit) => `(value >= ${limit})::int`).join(' + '),
};
