import type { Column, ColumnType } from '../../values/column-type.ts';

/** A field of a result, as PostgreSQL describes it. */
export interface Field {
  name: string;
  dataTypeID: number;
}

/** The types by their OIDs in PostgreSQL's catalog `pg_type`, which are the same on every server. */
const TYPES: Partial<Record<number, ColumnType>> = {
  16: 'boolean',
  20: 'integer', // int8
  21: 'integer', // int2
  23: 'integer', // int4
  700: 'decimal', // float4
  701: 'decimal', // float8
  1082: 'date',
  1114: 'instant', // timestamp
  1184: 'instant', // timestamptz
  1700: 'decimal', // numeric
};

/** Reads the columns of a result from PostgreSQL's description of its fields. */
export function toColumns(fields: readonly Field[]): Column[] {
  return fields.map(({ name, dataTypeID }) => ({ name, type: TYPES[dataTypeID] ?? 'text' }));
}
