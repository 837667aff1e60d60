import * as fc from 'fast-check';
import { hostileText } from '../../support/hostile-text.ts';
import type { TypedValues } from './typed-tables.ts';

/** A type of an engine, and random values of it as SQL. */
export interface RandomValues extends Pick<TypedValues, 'name' | 'type' | 'hasNoEquality'> {
  values: fc.Arbitrary<string>;
  /** Values that each run tries together, as SQL. Default: none. */
  twins?: readonly string[];
}

const MICROS = 1_000_000;
const DAY_SECONDS = 86_400;
/** The longest random text, in UTF-16 units. */
const MAX_TEXT = 300;
const MAX_BIGINT = 2n ** 63n - 1n;
/** Characters that no engine can save. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const texts = fc.oneof(
  hostileText.map((text) => text.replaceAll(UNSTORABLE, '').slice(0, MAX_TEXT).toWellFormed()),
  // Texts that differ only in case or blanks, and those that look like values of another type.
  fc.constantFrom('', ' ', 'a', 'A', 'a ', 'NULL', 'true', '1', '01', '1.0', ':V', '{}', '[]'),
);
/** Texts that some engines take as equal. */
const TEXT_TWINS = ['', ' ', 'a', 'A', 'a ', 'á'].map(quote);
/** Numbers that are equal. */
const ZEROS = ['0', '-0'].map(quote);
/** Numbers whose texts differ between engines. */
const EDGES = fc.constantFrom('0', '-0', '0.1', '397.9', '1e-7', '1e15', '1e21');
const instants = fc.date({
  min: new Date('0001-01-02T00:00:00Z'),
  max: new Date('9999-12-30T00:00:00Z'),
  noInvalidDate: true,
});
const fractions = fc.nat(MICROS - 1).map((micros) => `.${String(micros).padStart(6, '0')}`);
const times = fc
  .tuple(instants, fractions)
  .map(([at, fraction]) => at.toISOString().slice(0, -'.000Z'.length) + fraction);
const ends = fc.constantFrom('infinity', '-infinity');
const bits = fc.array(fc.constantFrom('0', '1'), { minLength: 1, maxLength: 8 });
const bytes = fc
  .uint8Array({ maxLength: 8 })
  .map((all) => [...all].map((byte) => byte.toString(16).padStart(2, '0')));
/** Without days, because thirty of them equal a month, and 24 hours equal one. */
const intervals = fc
  .tuple(fc.integer({ min: -30, max: 30 }), fc.nat(DAY_SECONDS - 1), fractions)
  .map(([months, seconds, fraction]) => `${months} months ${seconds}${fraction} seconds`);
const toArray = (items: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .array(fc.oneof({ weight: 4, arbitrary: items }, fc.constant('NULL')), { maxLength: 3 })
    .map((all) => `ARRAY[${all.join(', ')}]`);
const json = fc.json({ maxDepth: 2 }).filter((text) => !text.includes(String.raw`\u0000`));

/** The types that PostgreSQL and DuckDB have. */
const COMMON: readonly RandomValues[] = [
  { ...toType('texts', 'text', texts), twins: TEXT_TWINS },
  toType('booleans', 'boolean', fc.boolean().map(String)),
  toType('integers', 'bigint', fc.bigInt({ min: -MAX_BIGINT, max: MAX_BIGINT }).map(String)),
  toType(
    'decimals',
    'decimal(12, 3)',
    fc.integer().map((number) => `${number / 1000}`),
  ),
  { ...toType('singles', 'float4', fc.oneof(fc.float().map(String), EDGES)), twins: ZEROS },
  { ...toType('doubles', 'float8', fc.oneof(fc.double().map(String), EDGES)), twins: ZEROS },
  toType(
    'dates',
    'date',
    fc.oneof(
      times.map((text) => text.slice(0, 10)),
      ends,
    ),
  ),
  toType('times', 'timestamp', fc.oneof({ weight: 4, arbitrary: times }, ends)),
  toType(
    'instants',
    'timestamptz',
    times.map((text) => `${text}+00`),
  ),
  toType(
    'hours',
    'time',
    times.map((text) => text.slice('2024-01-01T'.length)),
  ),
  toType('intervals', 'interval', intervals),
  toType('uuids', 'uuid', fc.uuid()),
  {
    ...toType('numbers', 'int[]', fc.constant('')),
    values: toArray(fc.integer().map(String)),
  },
  { ...toType('lists', 'text[]', fc.constant('')), values: toArray(texts.map(quote)) },
];

/** Random values of PostgreSQL and PGlite. */
export const POSTGRES_VALUES: readonly RandomValues[] = [
  ...COMMON,
  toType(
    'bytes',
    'bytea',
    bytes.map((all) => String.raw`\x${all.join('')}`),
  ),
  toType(
    'bits',
    'varbit',
    bits.map((all) => all.join('')),
  ),
  { ...toType('json', 'json', json), hasNoEquality: true },
  toType('jsonb', 'jsonb', json),
  toType(
    'money',
    'money',
    fc.integer().map((cents) => `${cents / 100}`),
  ),
  toType(
    'padded',
    'char(5)',
    texts.map((text) => text.slice(0, 5).toWellFormed()),
  ),
  toType('moods', 'mood', fc.constantFrom('happy', 'sad')),
];

/** Random values of DuckDB. */
export const DUCKDB_VALUES: readonly RandomValues[] = [
  ...COMMON,
  toType(
    'bytes',
    'blob',
    bytes.map((all) => all.map((byte) => String.raw`\x${byte}`).join('')),
  ),
  toType(
    'bits',
    'bit',
    bits.map((all) => all.join('')),
  ),
  toType('json', 'json', json),
];

/** The longest time of MariaDB, in seconds. */
const MAX_TIME = 838 * 3600;
const finite = { noNaN: true, noDefaultInfinity: true };

/** Random values of MariaDB, by the types of its CAST. */
export const MARIADB_VALUES: readonly RandomValues[] = [
  {
    ...toType(
      'texts',
      'char',
      texts.map((text) => text.replaceAll('\\', String.raw`\\`)),
    ),
    twins: TEXT_TWINS,
  },
  toType('integers', 'signed', fc.bigInt({ min: -MAX_BIGINT, max: MAX_BIGINT }).map(String)),
  toType(
    'decimals',
    'decimal(12, 3)',
    fc.integer().map((number) => `${number / 1000}`),
  ),
  { ...toType('singles', 'float', fc.oneof(fc.float(finite).map(String), EDGES)), twins: ZEROS },
  { ...toType('doubles', 'double', fc.oneof(fc.double(finite).map(String), EDGES)), twins: ZEROS },
  toType(
    'dates',
    'date',
    times.map((text) => text.slice(0, 10)),
  ),
  toType('times', 'datetime(6)', times),
  toType(
    'intervals',
    'time(6)',
    fc
      .tuple(fc.integer({ min: -MAX_TIME, max: MAX_TIME }), fractions)
      .map(([seconds, fraction]) => toTime(seconds) + fraction),
  ),
  {
    ...toType('bytes', 'binary', fc.constant('')),
    values: bytes.map((all) => `x'${all.join('')}'`),
  },
];

/** Returns a time as SQL writes it, with any number of hours. */
function toTime(seconds: number): string {
  const size = Math.abs(seconds);
  const parts = [size / 3600, (size / 60) % 60, size % 60].map(Math.floor);
  const text = parts.map((part) => String(part).padStart(2, '0')).join(':');
  return seconds < 0 ? `-${text}` : text;
}

function toType(name: string, type: string, values: fc.Arbitrary<string>): RandomValues {
  return { name, type, values: values.map(quote) };
}
