import type { DuckDBBlobValue, DuckDBDateValue, DuckDBValue } from '@duckdb/node-api';
import { toBinaryText } from '../../values/binary-text.ts';
import { type Column, toColumn, type ValueType } from '../../values/column-type.ts';
import { toShortestSingle } from '../../values/float-text.ts';

/** A column as DuckDB describes it. The type is DuckDB's name of it, such as `DECIMAL(18,2)`. */
export interface Field {
  name: string;
  type: string;
}

/** A type, and its values as readers see them. Default: the numbers, the booleans and the texts of the driver. */
interface DuckdbType extends ValueType {
  toShown?: (value: never) => string | number;
}

const TEXT: DuckdbType = { type: 'text' };
const OTHER: DuckdbType = { type: 'text' };
const GEOMETRY = 'GEOMETRY';
const POINT: DuckdbType = { type: 'text', form: 'point', toShown: toPointText };
const INTEGER: DuckdbType = { type: 'integer' };
const DECIMAL: DuckdbType = { type: 'decimal' };
const INSTANT: DuckdbType = { type: 'instant' };

/** The types by DuckDB's names. DuckDB itself writes the texts of all others, such as lists and structs. */
const TYPES: Readonly<Record<string, DuckdbType>> = {
  VARCHAR: TEXT,
  TINYINT: INTEGER,
  SMALLINT: INTEGER,
  INTEGER,
  BIGINT: INTEGER,
  HUGEINT: INTEGER,
  UTINYINT: INTEGER,
  USMALLINT: INTEGER,
  UINTEGER: INTEGER,
  UBIGINT: INTEGER,
  UHUGEINT: INTEGER,
  BIGNUM: INTEGER,
  FLOAT: { type: 'decimal', form: 'single', toShown: toShortestSingle },
  DOUBLE: DECIMAL,
  DATE: { type: 'date', toShown: toDateText },
  TIMESTAMP: INSTANT,
  TIMESTAMP_S: INSTANT,
  TIMESTAMP_MS: INSTANT,
  TIMESTAMP_NS: INSTANT,
  'TIMESTAMP WITH TIME ZONE': INSTANT,
  BOOLEAN: { type: 'boolean' },
  BIT: { type: 'text', form: 'bits' },
  BLOB: { type: 'text', form: 'binary', toShown: toBytesText },
  INTERVAL: { type: 'text', form: 'interval' },
};

/** Returns a column of a result. */
export function describeField({ name, type }: Field): Column {
  return toColumn(name, findType(type));
}

/** Returns a value of a type. Big integers, decimals, dates, instants and all other values become texts. */
export function toValue(value: DuckDBValue, type: string): string | number | boolean | null {
  const shown = value === null ? null : (findType(type).toShown?.(value as never) ?? value);
  const isPlain = shown === null || typeof shown === 'number' || typeof shown === 'boolean';
  return isPlain ? shown : String(shown);
}

/** Returns whether DuckDB itself has to write the texts of a type. */
export function needsCast(type: string): boolean {
  return findType(type) === OTHER || type === GEOMETRY;
}

function findType(name: string): DuckdbType {
  if (name.startsWith('DECIMAL(')) return DECIMAL;
  return name === GEOMETRY ? POINT : (TYPES[name] ?? OTHER);
}

/** The driver writes infinite dates as days. */
function toDateText(date: DuckDBDateValue): string {
  if (date.isFinite) return String(date);
  return date.days > 0 ? 'infinity' : '-infinity';
}

function toBytesText({ bytes }: DuckDBBlobValue): string {
  return toBinaryText(Buffer.from(bytes).toString('hex'));
}

/** A point is `(1,2)`, as in other engines. Other shapes have DuckDB's own texts. */
function toPointText(text: string): string {
  return text.replace(/^POINT \((\S+) (\S+)\)$/, '($1,$2)');
}
