import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import type { ColumnType } from '../../service/src/values/column-type.ts';
import { toIdentifier } from '../../service/src/database/postgres/quoting.ts';
import { toText } from '../../service/src/values/value-formatter.ts';
import type { Row, RowSet } from '../../service/src/database/database.ts';

type Cell = string | number | boolean | null;

/** A row before its types are known. */
export type DataRecord = Record<string, Cell>;

const FOLDER = fileURLToPath(new URL('../../node_modules/vega-datasets/data/', import.meta.url));
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const NAMED_DATE = /^([A-Z][a-z]{2}) (\d{1,2}) (\d{4})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}[-/]\d{2}[-/]\d{2}[T ]\d{2}:\d{2}/;
/** Larger whole numbers arrive from PostgreSQL as texts. */
const MAX_INTEGER = 2 ** 31;

/** Reads a file of `vega-datasets`. Dates have PostgreSQL's format. */
export function readVegaFile(name: string): DataRecord[] {
  const text = readFileSync(`${FOLDER}${name}`, 'utf8');
  const records = name.endsWith('.json')
    ? (JSON.parse(text) as DataRecord[])
    : (parse(text, {
        columns: true,
        skip_empty_lines: true,
        delimiter: name.endsWith('.tsv') ? '\t' : ',',
      }) as DataRecord[]);
  return records.map((record) =>
    Object.fromEntries(Object.entries(record).map(([key, cell]) => [key, toCell(cell)])),
  );
}

function toCell(cell: Cell | undefined): Cell {
  if (cell === '' || cell === undefined) return null;
  if (typeof cell !== 'string') return cell;
  if (/^-?(0|[1-9]\d*)?(\.\d+)?$/.test(cell)) return Number(cell);
  const [, month, day, year] = NAMED_DATE.exec(cell) ?? [];
  const place = MONTHS.indexOf(month ?? '');
  if (place >= 0) return `${year}-${String(place + 1).padStart(2, '0')}-${day!.padStart(2, '0')}`;
  return INSTANT.test(cell)
    ? `${cell.slice(0, 10).replaceAll('/', '-')} ${cell.slice(11, 16)}:00+00`
    : cell;
}

/** Returns records as the result of a SELECT: the types follow from the values. */
export function toRowSet(records: readonly DataRecord[]): RowSet {
  const names = [...new Set(records.flatMap((record) => Object.keys(record)))];
  const columns = names.map((name) => ({
    name,
    type: findType(records.flatMap((record) => record[name] ?? [])),
  }));
  const rows = records.map((record) =>
    Object.fromEntries(columns.map(({ name, type }) => [name, toValue(record[name], type)])),
  );
  return { columns, rows };
}

function findType(cells: readonly Cell[]): ColumnType {
  const every = (test: (cell: Cell) => boolean): boolean => cells.length > 0 && cells.every(test);
  const matches = (pattern: RegExp) => (cell: Cell) =>
    typeof cell === 'string' && pattern.test(cell);
  if (every((cell) => typeof cell === 'boolean')) return 'boolean';
  if (every(Number.isSafeInteger)) return 'integer';
  if (every((cell) => typeof cell === 'number')) return 'decimal';
  if (every(matches(DATE))) return 'date';
  return every(matches(INSTANT)) ? 'instant' : 'text';
}

/** Returns a cell as PostgreSQL's driver does. */
function toValue(cell: Cell | undefined, type: ColumnType): Row[string] {
  if (cell === null || cell === undefined) return null;
  const isExact =
    type === 'decimal' || (type === 'integer' && Math.abs(Number(cell)) >= MAX_INTEGER);
  return isExact || type === 'text' ? String(cell) : cell;
}

const SQL_TYPES: Record<ColumnType, string> = {
  integer: 'bigint',
  decimal: 'numeric',
  date: 'date',
  instant: 'timestamptz',
  boolean: 'boolean',
  text: 'text',
};

/** Returns a SELECT with a result. */
export function toSelect({ columns, rows }: RowSet): string {
  const literal = (value: unknown): string =>
    value === null ? 'NULL' : `'${toText(value).replaceAll("'", "''")}'`;
  const lines = rows.map((row) => `(${columns.map(({ name }) => literal(row[name])).join()})`);
  const names = columns.map(({ name }) => toIdentifier(name));
  const fields = columns.map(({ name, type }) => `${toIdentifier(name)}::${SQL_TYPES[type]}`);
  return `SELECT ${fields.join()} FROM (VALUES ${lines.join()}) AS rows (${names.join()})`;
}
