import { listTables } from '../database/table-list.ts';
import type { Row, RowSet } from '../database/database.ts';
import { isShortened } from '../values/binary-text.ts';
import { toText } from '../values/value-formatter.ts';
import type { CheckedServer, DataCheck } from './checked-server.ts';

type Probe = keyof CheckedServer['probes']['values'];

/** The checks of types: the probe, the values and the types of its columns. */
const TYPES: readonly [name: string, probe: Probe, wanted: readonly string[], meaning: string][] = [
  [
    'Numbers',
    'numbers',
    ['42 integer', '0.5 decimal', '-7 integer'],
    'Charts draw numbers, and tables align them.',
  ],
  [
    'Big integers',
    'bigIntegers',
    ['9223372036854775807 integer', '-9223372036854775808 integer'],
    'Integers of 64 bits keep all digits.',
  ],
  [
    'Decimals',
    'decimals',
    ['12345678901234567890.123456789 decimal', '-0.000000001 decimal'],
    'Amounts of money keep all digits.',
  ],
  [
    'Floats of 32 bits',
    'singles',
    ['397.9 decimal'],
    'A float has no digits that the client of the engine does not print.',
  ],
  ['Booleans', 'booleans', ['true boolean', 'false boolean'], 'Readers see true and false.'],
  ['Bits', 'bits', ['1010 text'], 'Readers see the digits of bits.'],
  [
    'Binary values',
    'binaries',
    [String.raw`\x00ff41 text`, 'binary, 40 bytes text'],
    'Binary values are hexadecimal, and long ones are a size.',
  ],
  [
    'Intervals',
    'intervals',
    ['26:00:00 text', '-01:30:00 text'],
    'An interval is the same text on every engine.',
  ],
  ['JSON', 'json', ['{"a": 1.10} text'], 'JSON keeps all digits.'],
  [
    'Dates',
    'dates',
    ['2024-02-29 date', '9999-12-31 date'],
    'A date is the same day in every time zone.',
  ],
  [
    'Time zones: instants',
    'instants',
    ['2024-07-01 10:00:00 instant', '2023-12-31 23:30:00 instant'],
    'Instants are shown in UTC, whatever the zone of the server is.',
  ],
  [
    'Time zones: local times',
    'localTimes',
    ['2024-03-31 02:30:00 instant', '2024-10-27 02:30:00 instant'],
    'A time without a zone does not change.',
  ],
];

/** The checks of values, columns and tables. */
export const VALUE_CHECKS: readonly DataCheck[] = [
  ...TYPES.map(([name, probe, wanted, meaning]): DataCheck => ({
    name,
    meaning,
    async findFault(server) {
      const sql = server.probes.values[probe];
      const result = await server.read(sql);
      const found = describe(result);
      const isSame = found.join() === wanted.join();
      return isSame ? findUnselected(server, sql, result) : `They arrive as ${found.join(', ')}.`;
    },
  })),
  {
    name: 'NULL',
    meaning: 'A missing value is missing in every type, and not 0 or an empty text.',
    async findFault(server) {
      const { rows } = await server.read(server.probes.values.nulls);
      const isNull = rows.length === 1 && Object.values(rows[0]!).every((value) => value === null);
      return isNull ? null : `It arrives as ${JSON.stringify(rows[0] ?? null)}.`;
    },
  },
  {
    name: 'No rows',
    meaning: 'A result without rows still has its columns and their types.',
    async findFault(server) {
      const { numbers } = server.probes.values;
      const { columns } = await server.read(numbers);
      const source = server.address.dialect.toSource(`${numbers}; -- all`);
      const empty = await server.read(`SELECT * FROM ${source} WHERE 1 = 0`);
      const isSame = JSON.stringify(empty.columns) === JSON.stringify(columns);
      return isSame && empty.rows.length === 0 ? null : 'The columns are different.';
    },
  },
  {
    name: 'Tables',
    meaning: 'The editor lists the tables and columns that the login may read.',
    async findFault(server) {
      const { dialect } = server.address;
      const read = (sql: string): Promise<RowSet> => server.read(sql);
      const [table] = await listTables({ dialect, read }, {});
      if (!table) return 'The login can read no table.';
      const columns = table.columns.map(({ name }) => name).join(', ');
      await server.read(`SELECT ${columns} FROM ${table.name} WHERE 1 = 0`);
      return null;
    },
  },
];

/** Tries whether a filter selects each value of a row that readers see. */
async function findUnselected(
  server: CheckedServer,
  sql: string,
  { columns, rows }: RowSet,
): Promise<string | null> {
  const source = server.address.dialect.toSource(sql);
  for (const column of columns) {
    const texts = toText(rows[0]![column.name]);
    if (isShortened(texts, column)) continue;
    const where = `SELECT 1 AS n FROM ${source} WHERE ${server.probes.toEqual(column.name)}`;
    const found = await server.read(where, { values: { value: { texts, ...column } } });
    if (found.rows.length !== 1) return `A filter does not find ${texts}.`;
  }
  return null;
}

function describe({ columns, rows }: RowSet): string[] {
  return columns.map(({ name, type }) => `${toPlain(rows[0] ?? {}, name, type)} ${type}`);
}

/** Returns an instant without its zone. */
function toPlain(row: Row, name: string, type: string): string {
  const text = String(row[name]);
  return type === 'instant' ? text.replace('T', ' ').replace(/(\.0+)?(Z|\+00(:?00)?)?$/, '') : text;
}
