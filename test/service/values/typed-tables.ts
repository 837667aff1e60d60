/** A type of an engine, and values of it in ascending order: as SQL, and as every reader sees them. */
export interface TypedValues {
  /** The name of the table. */
  name: string;
  type: string;
  values: readonly (readonly [sql: string, shown: string])[];
  /** Whether the engine cannot compare values of the type. Their texts can be compared. */
  hasNoEquality?: true;
}

const LONG = 40;
/** Texts that engines take as equal or as a value of another type, in the order of readers. */
const TEXTS = ['', ' ', ':V', '{}', '%', '01', '1.0', 'a', 'A', 'á', 'a ', "it's", 'NULL', 'true'];

/** The types of PostgreSQL and PGlite. */
export const POSTGRES_TYPES: readonly TypedValues[] = [
  toType('boolean', 'boolean', ['false', 'false'], ['true', 'true']),
  toType('any_texts', 'text', ...toTexts()),
  toType('bits', 'bit(4)', ["b'0001'", '0001'], ["b'1010'", '1010']),
  toType('varbits', 'varbit', ["b'1'", '1'], ["b'10'", '10']),
  toType(
    'bytes',
    'bytea',
    [String.raw`'\x'`, String.raw`\x`],
    [String.raw`'\x00ff41'`, String.raw`\x00ff41`],
    [String.raw`'\x10'`, String.raw`\x10`],
    [String.raw`'\x9a'`, String.raw`\x9a`],
  ),
  toType('long_bytes', 'bytea', [`decode(repeat('ab', ${LONG}), 'hex')`, `binary, ${LONG} bytes`]),
  toType('intervals', 'interval', ...toIntervals()),
  { ...toType('points', 'point', ["'(1,2)'", '(1,2)'], ["'(1.5,-3)'", '(1.5,-3)']), ...unequal() },
  toType('numbers', 'int[]', ["'{}'", '{}'], ["'{1,2,NULL}'", '{1,2,NULL}']),
  toType('texts', 'text[]', [`'{a,"b c",NULL,"NULL"}'`, '{a,"b c",NULL,"NULL"}']),
  toType('dates_of', 'date[]', ["'{2024-01-01}'", '{2024-01-01}']),
  toType('decimals_of', 'numeric[]', ["'{1.50}'", '{1.50}']),
  { ...toType('json', 'json', [`'{"a": 1.10}'`, '{"a": 1.10}']), ...unequal() },
  toType('jsonb', 'jsonb', [`'"x"'`, '"x"'], [`'{"a": 1.10}'`, '{"a": 1.10}']),
  toType('moods', 'mood', ["'happy'", 'happy'], ["'sad'", 'sad']),
  toType('money', 'money', ['-2', '-$2.00'], ['999', '$999.00'], ['1234.5', '$1,234.50']),
  toType(
    'singles',
    'float4',
    ["'-Infinity'", '-Infinity'],
    ["'-0'", '0'],
    ['1e-7', '1e-07'],
    ['0.1', '0.1'],
    ['397.9', '397.9'],
    ['1e15', '1e+15'],
    ['1e20', '1e+20'],
    ["'Infinity'", 'Infinity'],
    ["'NaN'", 'NaN'],
  ),
  toType('doubles', 'float8', ...toDoubles('1e-07', '1e+15'), ["'Infinity'", 'Infinity']),
  toType('decimals', 'numeric', ['1.50', '1.50'], ["'Infinity'", 'Infinity'], ["'NaN'", 'NaN']),
  toType('integers', 'int2', ['-7', '-7'], ['42', '42']),
  toType('oids', 'oid', ['7', '7'], ['42', '42']),
  toType('big_integers', 'int8', ['9223372036854775807', '9223372036854775807']),
  toType('dates', 'date', ...toEnds(['2024-02-29', '2024-02-29'])),
  toType('times', 'timestamp', ...toEnds(['2024-02-29 10:00:00.5', '2024-02-29 10:00:00.5'])),
  toType(
    'instants',
    'timestamptz',
    ...toEnds(['2024-02-29 10:00:00+02', '2024-02-29 08:00:00+00']),
  ),
  toType('hours', 'time', ["'09:30'", '09:30:00'], ["'10:00:00.25'", '10:00:00.25']),
  toType('padded', 'char(5)', ["'ab'", 'ab'], ["'b'", 'b']),
  toType('addresses', 'inet', ["'10.0.0.1/24'", '10.0.0.1/24']),
  toType('ranges', 'daterange', ["'[2024-01-01,2024-02-01)'", '[2024-01-01,2024-02-01)']),
];

/** The types of MariaDB. */
export const MARIADB_TYPES: readonly TypedValues[] = [
  toType('boolean', 'boolean', ['false', 'false'], ['true', 'true']),
  toType('any_texts', 'varchar(9) character set utf8mb4', ...toTexts()),
  toType('counts', 'tinyint(1)', ['-1', '-1'], ['5', '5'], ['0', 'false'], ['1', 'true']),
  toType('bit', 'bit(1)', ["b'0'", '0'], ["b'1'", '1']),
  toType('bits', 'bit(6)', ["b'1'", '000001'], ["b'110001'", '110001']),
  toType('all_bits', 'bit(64)', ['18446744073709551614', `${'1'.repeat(63)}0`]),
  toType('bytes', 'varbinary(9)', ["x''", String.raw`\x`], ["x'00ff41'", String.raw`\x00ff41`]),
  toType(
    'fixed_bytes',
    'binary(4)',
    ["x'00ff41'", String.raw`\x00ff4100`],
    ["'ab'", String.raw`\x61620000`],
  ),
  toType('long_bytes', 'blob', [`repeat('a', ${LONG})`, `binary, ${LONG} bytes`]),
  toType(
    'intervals',
    'time(3)',
    ["'-26:00:00'", '-26:00:00'],
    ["'00:00:00'", '00:00:00'],
    ["'10:00:00.250'", '10:00:00.25'],
    ["'99:00:00'", '99:00:00'],
    ["'100:00:00'", '100:00:00'],
  ),
  toType(
    'points',
    'point',
    ['POINT(1, 2)', '(1,2)'],
    ['POINT(1.5, -3)', '(1.5,-3)'],
    [`ST_GeomFromText('POINT(7 2)', 4326)`, '(7,2) SRID 4326'],
  ),
  toType('shapes', 'geometry', [`ST_GeomFromText('LINESTRING(0 0,1 1)')`, 'binary, 45 bytes']),
  toType('json', 'json', [`'{"a": 1.10}'`, '{"a": 1.10}']),
  toType('moods', "enum('happy','sad')", ["'happy'", 'happy'], ["'sad'", 'sad']),
  toType('sets', "set('a','b')", ["'a'", 'a'], ["'a,b'", 'a,b']),
  toType(
    'singles',
    'float',
    ['-0e0', '0'],
    ['0.1', '0.1'],
    ['397.9', '397.9'],
    ['1234567.8', '1234567.8'],
  ),
  toType('doubles', 'double', ...toDoubles('1e-7', '1000000000000000')),
  toType('decimals', 'decimal(9, 2)', ['1.5', '1.50']),
  toType('big_integers', 'bigint unsigned', ['18446744073709551615', '18446744073709551615']),
  toType('years', 'year', ['1999', '1999'], ['2024', '2024']),
  toType('dates', 'date', ["'2024-02-29'", '2024-02-29']),
  toType('times', 'datetime(1)', ["'2024-02-29 10:00:00.5'", '2024-02-29 10:00:00.5']),
  toType('instants', 'timestamp', ["'2024-02-29 10:00:00'", '2024-02-29 10:00:00+00']),
  toType('padded', 'char(5)', ["'ab'", 'ab']),
];

/** The types of DuckDB. */
export const DUCKDB_TYPES: readonly TypedValues[] = [
  toType('boolean', 'boolean', ['false', 'false'], ['true', 'true']),
  toType('any_texts', 'text', ...toTexts()),
  toType('bits', 'bit', ["'0001'", '0001'], ["'1010'", '1010']),
  toType(
    'bytes',
    'blob',
    [String.raw`'\x00\xffA'::blob`, String.raw`\x00ff41`],
    [String.raw`'\x22\x5c'::blob`, String.raw`\x225c`],
    ["'A'::blob", String.raw`\x41`],
  ),
  toType('long_bytes', 'blob', [`repeat('a', ${LONG})::blob`, `binary, ${LONG} bytes`]),
  toType('intervals', 'interval', ...toIntervals()),
  toType('points', 'geometry', ["'POINT(1 2)'", '(1,2)'], ["'POINT(1.5 -3)'", '(1.5,-3)']),
  toType('numbers', 'int[]', ['[]', '[]'], ['[1, 2, NULL]', '[1, 2, NULL]']),
  toType('texts', 'text[]', ["['a', 'b c', NULL, 'NULL']", "[a, b c, NULL, 'NULL']"]),
  toType('singles_of', 'float[]', ['[397.9]', '[397.9]']),
  toType('dates_of', 'date[]', ["['infinity']", '[infinity]']),
  toType('structs', 'struct(a int, b text)', ["{'a': 1, 'b': 'x y'}", "{'a': 1, 'b': x y}"]),
  toType('maps', 'map(text, int)', ["MAP {'a': 1}", '{a=1}']),
  toType('json', 'json', [`'{"a": 1.10}'`, '{"a": 1.10}']),
  toType('moods', "enum('happy', 'sad')", ["'happy'", 'happy'], ["'sad'", 'sad']),
  toType(
    'singles',
    'float',
    ["'-Infinity'", '-Infinity'],
    ["'-0'", '0'],
    ['0.1', '0.1'],
    ['397.9', '397.9'],
    ["'Infinity'", 'Infinity'],
    ["'NaN'", 'NaN'],
  ),
  toType('doubles', 'double', ...toDoubles('1e-7', '1000000000000000'), ["'Infinity'", 'Infinity']),
  toType('decimals', 'decimal(9, 2)', ['1.5', '1.50']),
  toType('big_integers', 'hugeint', ['9223372036854775808', '9223372036854775808']),
  toType('dates', 'date', ...toEnds(['2024-02-29', '2024-02-29'])),
  toType('times', 'timestamp', ...toEnds(['2024-02-29 10:00:00.5', '2024-02-29 10:00:00.5'])),
  toType(
    'instants',
    'timestamptz',
    ...toEnds(['2024-02-29 10:00:00+02', '2024-02-29 08:00:00+00']),
  ),
  toType('hours', 'time', ["'09:30'", '09:30:00'], ["'10:00:00.25'", '10:00:00.25']),
];

/** Returns the statements that make the tables, each with the columns `id` and `v` and a row without a value. */
export function toScript(types: readonly TypedValues[]): string {
  const statements = types.map(({ name, type, values }) => {
    const rows = values.map(([sql], id) => `(${id}, ${sql})`);
    return `CREATE TABLE ${name} (id int, v ${type}); INSERT INTO ${name} VALUES ${[...rows, '(-1, NULL)'].join()};`;
  });
  return statements.join('\n');
}

function toType(name: string, type: string, ...values: TypedValues['values']): TypedValues {
  return { name, type, values };
}

function unequal(): Pick<TypedValues, 'hasNoEquality'> {
  return { hasNoEquality: true };
}

function toTexts(): [string, string][] {
  return TEXTS.map((text) => [`'${text.replaceAll("'", "''")}'`, text]);
}

/** Returns numbers, of which engines write the smallest and the largest ones in their own ways. */
function toDoubles(small: string, large: string): [string, string][] {
  return [
    ["'-0'", '0'],
    ['1e-7', small],
    ['0.1', '0.1'],
    ['397.9', '397.9'],
    ['1e15', large],
    ['1e21', '1e+21'],
    ['1e300', '1e+300'],
  ];
}

/** Returns intervals from the shortest one to the longest one. */
function toIntervals(): [string, string][] {
  return [
    ['-1 year -2 months', '-1 year -2 months'],
    ['-1 day 2 hours', '-1 day 02:00:00'],
    ['-00:00:01', '-00:00:01'],
    ['0 days', '00:00:00'],
    ['26 hours', '26:00:00'],
    ['2 days', '2 days'],
    ['1 month -1 day', '1 month -1 day'],
    ['1 year 2 months 3 days 04:05:06.5', '1 year 2 months 3 days 04:05:06.5'],
  ].map(([text, shown]) => [`'${text}'`, shown!]);
}

/** Returns a value between the infinite ones. */
function toEnds([text, shown]: [string, string]): [string, string][] {
  return [
    ["'-infinity'", '-infinity'],
    [`'${text}'`, shown],
    ["'infinity'", 'infinity'],
  ];
}
