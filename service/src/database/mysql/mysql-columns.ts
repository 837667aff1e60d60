import type { FieldPacket } from 'mysql2';
import { toBinaryText } from '../../values/binary-text.ts';
import { type Column, toColumn, type ValueType } from '../../values/column-type.ts';
import { toShortestSingle } from '../../values/float-text.ts';
import { toPointText } from '../point-text.ts';

/** A type, and its values as readers see them. Default: the texts and the numbers of the driver. */
interface MysqlType extends ValueType {
  toShown?: (value: never, field: FieldPacket) => unknown;
}

const TEXT: MysqlType = { type: 'text' };
const BINARY: MysqlType = {
  type: 'text',
  form: 'binary',
  toShown: (bytes: Buffer) => toBinaryText(bytes.toString('hex')),
};
/** `BOOLEAN` is a name for `TINYINT(1)`, which may have other numbers, too. */
const BOOLEAN: MysqlType = {
  type: 'boolean',
  toShown: (value: number) => (value === 0 || value === 1 ? value === 1 : value),
};

/** The types by their numbers in the protocol: https://mariadb.com/kb/en/result-set-packets/#field-types */
const TYPES: Partial<Record<number, MysqlType>> = {
  0: { type: 'decimal' },
  1: { type: 'integer' }, // tinyint
  2: { type: 'integer' }, // smallint
  3: { type: 'integer' }, // int
  4: { type: 'decimal', form: 'single', toShown: toShortestSingle }, // float
  5: { type: 'decimal' }, // double
  // An instant, which the server writes in the zone of the session: UTC.
  7: { type: 'instant', toShown: (text: string) => `${text}+00` }, // timestamp
  8: { type: 'integer' }, // bigint
  9: { type: 'integer' }, // mediumint
  10: { type: 'date' },
  11: { type: 'text', form: 'interval' }, // time
  12: { type: 'instant' }, // datetime
  13: { type: 'integer' }, // year
  16: { type: 'text', form: 'bits', toShown: toBits },
  246: { type: 'decimal' }, // decimal
  255: { type: 'text', form: 'point', toShown: toGeometryText },
};
const TINYINT = 1;
/** The character set of bytes without one. */
const NO_CHARACTERS = 63;
/** The types of texts and bytes: varchar, and those from tinyblob to char. */
const STRINGS: ReadonlySet<number> = new Set([15, 249, 250, 251, 252, 253, 254]);
/** The bytes before a geometry: the number of its coordinate system. */
const SYSTEM_BYTES = 4;

/** The values of a row, in the order of the columns. */
export type Values = readonly unknown[];

/** The columns of a result, and their values as readers see them. */
export interface Reader {
  columns: Column[];
  toRow: (values: Values) => Record<string, unknown>;
}

/** Reads the columns of a result. */
export function toReader(fields: readonly FieldPacket[]): Reader {
  const types = fields.map(findType);
  return {
    columns: fields.map(({ name }, index) => toColumn(name, types[index]!)),
    toRow: (values) =>
      Object.fromEntries(
        fields.map((field, index) => [field.name, toShown(values[index], types[index]!, field)]),
      ),
  };
}

function findType({ columnType = -1, columnLength, characterSet }: FieldPacket): MysqlType {
  if (columnType === TINYINT && columnLength === 1) return BOOLEAN;
  if (STRINGS.has(columnType) && characterSet === NO_CHARACTERS) return BINARY;
  return TYPES[columnType] ?? TEXT;
}

function toShown(value: unknown, { toShown: show }: MysqlType, field: FieldPacket): unknown {
  return value === null || !show ? value : show(value as never, field);
}

function toBits(bytes: Buffer, { columnLength = 0 }: FieldPacket): string {
  return BigInt(`0x${bytes.toString('hex')}`)
    .toString(2)
    .padStart(columnLength, '0');
}

function toGeometryText(bytes: Buffer): string {
  const point = toPointText(bytes.subarray(SYSTEM_BYTES));
  if (point === null) return toBinaryText(bytes.toString('hex'));
  const system = bytes.readUInt32LE();
  return system === 0 ? point : `${point} SRID ${system}`;
}
