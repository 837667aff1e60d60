import type { Dialect } from '../dialect.ts';
import { replaceNames, toNamedOffset, toNames } from '../named-places.ts';
import { findPlaces, withoutSemicolon } from './named-parameters.ts';
import { RESERVED_WORDS } from './reserved-words.ts';

const RESERVED = RESERVED_WORDS.map((word) => `'${word}'`).join();

/** Returns an expression: a name in a column as an identifier of SQL, with quotes if necessary. */
function toQuoted(column: string): string {
  return `CASE WHEN ${column} REGEXP '^[A-Za-z_][A-Za-z0-9_]*$'
    AND UPPER(${column}) NOT IN (${RESERVED})
    THEN ${column} ELSE CONCAT('\`', REPLACE(${column}, '\`', '\`\`'), '\`') END`;
}

/** `information_schema` has only what the login may read. */
const TABLES = `
  SELECT CONCAT(CASE WHEN table_schema = DATABASE() THEN '' ELSE CONCAT(${toQuoted('table_schema')}, '.') END,
      ${toQuoted('table_name')}) AS name,
    ${toQuoted('column_name')} AS \`column\`,
    column_type AS type
  FROM information_schema.columns
  WHERE table_schema NOT IN ('information_schema', 'mysql', 'performance_schema', 'sys')
    AND privileges LIKE '%select%'
  ORDER BY table_schema <> DATABASE(), table_schema, table_name, ordinal_position`;

function toIdentifier(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** Without the line end, a comment at the end of the SELECT would hide the parenthesis. */
function toSource(sql: string): string {
  return `(${withoutSemicolon(sql)}\n) AS \`rows\``;
}

/** The SQL of MariaDB and MySQL. Placeholders are `?`. */
export const MYSQL: Dialect = {
  name: 'mysql',
  // 64 characters: a shorter limit for those of several bytes.
  maxNameBytes: 64,
  conditions: {
    choice: 'region = ?',
    list: 'region IN (?)',
    date: 'day >= CAST(? AS DATE)',
    rangeEnd: 'day < CAST(? AS DATE) + INTERVAL 1 DAY',
    number: 'amount >= CAST(? AS DECIMAL(38, 9))',
    text: 'name = ?',
  },
  textType: 'char',
  tables: TABLES,
  findNames: (sql) => toNames(findPlaces(sql)),
  bind(sql, values) {
    const places = findPlaces(sql, values);
    return {
      sql: replaceNames(sql, places),
      values: places.flatMap((place) => place.values),
      toNamedOffset: (offset) => toNamedOffset(sql, places, offset),
    };
  },
  toIdentifier,
  toSource,
  toNumbers: (sql, column) =>
    `(SELECT ${toIdentifier(column)} + 0e0 AS value FROM ${toSource(sql)}) AS finite`,
  toBin: (limits) => limits.map((limit) => `(value >= ${limit})`).join(' + '),
};
