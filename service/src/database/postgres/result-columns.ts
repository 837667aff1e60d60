import { toBinaryText } from '../../values/binary-text.ts';
import { type Column, toColumn, type ValueType } from '../../values/column-type.ts';
import { toFloat } from '../../values/float-text.ts';
import { toIntervalText } from '../../values/interval-text.ts';
import type { Row } from '../database.ts';

/** A field of a result, as PostgreSQL describes it. */
export interface Field {
  name: string;
  dataTypeID: number;
}

/** The values of a row as PostgreSQL writes them, in the order of the fields. */
export type RawValues = readonly (string | null)[];

/** A type, and its values as readers see them. Default: PostgreSQL's own texts, which keep all digits. */
interface PostgresType extends ValueType {
  toShown?: (text: string) => unknown;
}

const TEXT: PostgresType = { type: 'text' };

/** The types by their OIDs in PostgreSQL's catalog `pg_type`, which are the same on every server. */
const TYPES: Partial<Record<number, PostgresType>> = {
  16: { type: 'boolean', toShown: (text) => text === 't' },
  17: { type: 'text', form: 'binary', toShown: (text) => toBinaryText(text.slice(2)) }, // bytea
  20: { type: 'integer' }, // int8
  21: { type: 'integer', toShown: Number }, // int2
  23: { type: 'integer', toShown: Number }, // int4
  26: { type: 'integer', toShown: Number }, // oid
  600: { type: 'text', form: 'point' },
  700: { type: 'decimal', form: 'single', toShown: toFloat }, // float4
  701: { type: 'decimal', toShown: toFloat }, // float8
  790: { type: 'text', form: 'money' },
  // PostgreSQL ignores the spaces at its end, too.
  1042: { type: 'text', toShown: (text) => text.replace(/ +$/, '') }, // char(n)
  1082: { type: 'date' },
  1114: { type: 'instant' }, // timestamp
  1184: { type: 'instant' }, // timestamptz
  1186: { type: 'text', form: 'interval', toShown: toIntervalText },
  1560: { type: 'text', form: 'bits' }, // bit
  1562: { type: 'text', form: 'bits' }, // varbit
  1700: { type: 'decimal' }, // numeric
};

/** Reads the columns of a result from PostgreSQL's description of its fields. */
export function toColumns(fields: readonly Field[]): Column[] {
  return fields.map(({ name, dataTypeID }) => toColumn(name, TYPES[dataTypeID] ?? TEXT));
}

/** Returns the rows by the names of their columns. */
export function toRows(fields: readonly Field[], rows: readonly RawValues[]): Row[] {
  const toShown = fields.map(({ dataTypeID }) => TYPES[dataTypeID]?.toShown);
  return rows.map((values) =>
    Object.fromEntries(
      values.map((text, index) => [
        fields[index]!.name,
        text === null ? null : (toShown[index]?.(text) ?? text),
      ]),
    ),
  );
}
