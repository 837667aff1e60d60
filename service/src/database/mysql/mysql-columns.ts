import type { FieldPacket } from 'mysql2';
import type { Column, ColumnType } from '../../values/column-type.ts';

/** The types by their numbers in the protocol: https://mariadb.com/kb/en/result-set-packets/#field-types */
const TYPES: Partial<Record<number, ColumnType>> = {
  0: 'decimal',
  1: 'integer', // tinyint
  2: 'integer', // smallint
  3: 'integer', // int
  4: 'decimal', // float
  5: 'decimal', // double
  7: 'instant', // timestamp
  8: 'integer', // bigint
  9: 'integer', // mediumint
  10: 'date',
  12: 'instant', // datetime
  13: 'integer', // year
  246: 'decimal', // decimal
};
const TINYINT = 1;

/** The values of a row, in the order of the columns. */
export type Values = readonly unknown[];

/** Reads the columns of a result. `BOOLEAN` is a name for `TINYINT(1)`. */
export function toColumns(fields: readonly FieldPacket[]): Column[] {
  return fields.map(({ name, columnType = -1, columnLength }) => {
    const isBoolean = columnType === TINYINT && columnLength === 1;
    return { name, type: isBoolean ? 'boolean' : (TYPES[columnType] ?? 'text') };
  });
}

/** Returns a row by the names of its columns. */
export function toRow(columns: readonly Column[], values: Values): Record<string, unknown> {
  return Object.fromEntries(
    columns.map(({ name, type }, index) => [name, toValue(values[index], type)]),
  );
}

function toValue(value: unknown, type: ColumnType): unknown {
  return type === 'boolean' && value !== null ? value !== 0 : value;
}
