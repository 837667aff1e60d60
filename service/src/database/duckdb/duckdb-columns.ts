import type { DuckDBValue } from '@duckdb/node-api';
import type { Column, ColumnType } from '../../values/column-type.ts';

/** The types of columns by DuckDB's names. */
const TYPES: Readonly<Record<string, ColumnType>> = {
  TINYINT: 'integer',
  SMALLINT: 'integer',
  INTEGER: 'integer',
  BIGINT: 'integer',
  HUGEINT: 'integer',
  UTINYINT: 'integer',
  USMALLINT: 'integer',
  UINTEGER: 'integer',
  UBIGINT: 'integer',
  UHUGEINT: 'integer',
  BIGNUM: 'integer',
  FLOAT: 'decimal',
  DOUBLE: 'decimal',
  DATE: 'date',
  TIMESTAMP: 'instant',
  TIMESTAMP_S: 'instant',
  TIMESTAMP_MS: 'instant',
  TIMESTAMP_NS: 'instant',
  'TIMESTAMP WITH TIME ZONE': 'instant',
  BOOLEAN: 'boolean',
};

/** Returns a column of a result. The type is DuckDB's name of it, such as `DECIMAL(18,2)`. */
export function toColumn(name: string, type: string): Column {
  return { name, type: type.startsWith('DECIMAL(') ? 'decimal' : (TYPES[type] ?? 'text') };
}

/** Big integers, decimals, dates, instants, lists and all other values become texts. */
export function toValue(value: DuckDBValue): string | number | boolean | null {
  const isPlain = value === null || typeof value === 'number' || typeof value === 'boolean';
  return isPlain ? value : String(value);
}
