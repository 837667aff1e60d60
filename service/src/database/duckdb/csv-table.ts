import type { DuckDBConnection } from '@duckdb/node-api';
import type { DateOrder } from './duckdb-messages.ts';
import { toLiteral } from './literal.ts';

/** A text without a character in the answer of `sniff_csv`. */
const NONE = '(empty)';

/** The answer of `sniff_csv`. */
interface Sniffed {
  Delimiter: string;
  Quote: string;
  Escape: string;
  NewLineDelimiter: string;
  Comment: string;
  SkipRows: number;
  HasHeader: boolean;
  Columns: { name: string; type: string }[];
  DateFormat: string | null;
  TimestampFormat: string | null;
}

/** The formats of dates, and of dates with times. */
type Formats = Pick<Sniffed, 'DateFormat' | 'TimestampFormat'>;

/** Matches a format whose dates have the day or the month in the first place, or a year of two digits. */
const NUMERIC = /^%[dmy](?<sign>\W)%[dm]\W%(?<year>[dyY])(?<time>.*)$/;
/** The separators of a heading that DuckDB has taken as one name, because a row has another number of values. */
const SEPARATOR = /[,;\t|]/;
const IS_DATE = /^(DATE|TIMESTAMP)/;

/** Returns the source of a CSV file's rows. Reads all of them, so that each column has a type that fits each row. */
export async function toCsvSource(
  own: DuckDBConnection,
  path: string,
  dates: DateOrder | undefined,
): Promise<string> {
  let found = await sniff(own, path);
  for (const formats of toCandidates(found, dates)) {
    const other = await sniff(own, path, formats);
    // The rows decide, unless the author does.
    if (dates || countDates(other) >= countDates(found)) {
      found = other;
      break;
    }
  }
  const [name = '', ...others] = found.Columns.map((column) => column.name);
  const isOne = others.length === 0 && found.Quote === NONE && SEPARATOR.test(name);
  if (isOne) await readByHeading(own, path, name);
  return toSource(path, found);
}

/** Returns the line of a CSV file that does not fit the others, and why, as a sentence; `null` if DuckDB does not say it. */
export function toLineFault(message: string): string | null {
  const [, line] = /CSV Error on Line: (\d+)/.exec(message) ?? [];
  if (!line) return null;
  const [, expected, found] = /Number of Columns: (\d+) Found: (\d+)/.exec(message) ?? [];
  if (expected && found) return `Line ${line}: expected ${expected} values, found ${found}.`;
  if (/not utf-8/i.test(message)) return `Line ${line} is not in UTF-8.`;
  return `Line ${line} does not fit the lines before it.`;
}

/** Reads a file that cannot be sniffed, so that the error names the line. */
export async function readLines(own: DuckDBConnection, path: string): Promise<void> {
  await own.run(`SELECT count(*) FROM read_csv(${toLiteral(path)}, sample_size = 1)`);
}

async function sniff(
  own: DuckDBConnection,
  path: string,
  { DateFormat, TimestampFormat }: Formats = { DateFormat: null, TimestampFormat: null },
): Promise<Sniffed> {
  const options = [
    toLiteral(path),
    'sample_size = -1',
    ...(DateFormat ? [`dateformat = ${toLiteral(DateFormat)}`] : []),
    ...(TimestampFormat ? [`timestampformat = ${toLiteral(TimestampFormat)}`] : []),
  ];
  const answer = await own.runAndReadAll(`FROM sniff_csv(${options.join(', ')})`);
  return answer.getRowObjectsJson()[0] as unknown as Sniffed;
}

/** Returns the formats to try in place of the sniffed ones. A year of two digits is never the first part of a date. */
function toCandidates(found: Sniffed, dates: DateOrder | undefined): Formats[] {
  const { DateFormat, TimestampFormat } = found;
  const isYear = [DateFormat, TimestampFormat].some((format) => format?.startsWith('%y'));
  const orders: DateOrder[] = dates ? [dates] : isYear ? ['day-first', 'month-first'] : [];
  return orders
    .map((order) => ({
      DateFormat: toOrdered(DateFormat, order),
      TimestampFormat: toOrdered(TimestampFormat, order),
    }))
    .filter(
      (formats) => formats.DateFormat !== DateFormat || formats.TimestampFormat !== TimestampFormat,
    );
}

function toOrdered(format: string | null, order: DateOrder): string | null {
  const { sign, year, time } = NUMERIC.exec(format ?? '')?.groups ?? {};
  if (sign === undefined) return format;
  const days = order === 'day-first' ? `%d${sign}%m` : `%m${sign}%d`;
  return `${days}${sign}%${year === 'd' ? 'y' : year}${time}`;
}

function countDates({ Columns }: Sniffed): number {
  return Columns.filter(({ type }) => IS_DATE.test(type)).length;
}

/** Reads a file with the columns of its heading, so that the error names the first line with another number of values. */
async function readByHeading(own: DuckDBConnection, path: string, heading: string): Promise<void> {
  const [sign] = SEPARATOR.exec(heading)!;
  const columns = heading.split(sign).map((_, index) => ({ name: `c${index}`, type: 'VARCHAR' }));
  await own.run(
    `SELECT count(*) FROM ${toSource(path, {
      Delimiter: sign,
      Quote: '"',
      Escape: '"',
      NewLineDelimiter: '',
      Comment: '',
      SkipRows: 0,
      HasHeader: true,
      Columns: columns,
      DateFormat: null,
      TimestampFormat: null,
    })}`,
  );
}

function toSource(path: string, found: Sniffed): string {
  const toText = (text: string): string => toLiteral(text === NONE ? '' : text);
  const columns = found.Columns.map(({ name, type }) => `${toLiteral(name)}: ${toLiteral(type)}`);
  const options = [
    toLiteral(path),
    'auto_detect = false',
    `delim = ${toText(found.Delimiter)}`,
    `quote = ${toText(found.Quote)}`,
    `escape = ${toText(found.Escape)}`,
    ...(found.NewLineDelimiter ? [`new_line = ${toText(found.NewLineDelimiter)}`] : []),
    `comment = ${toText(found.Comment)}`,
    `skip = ${found.SkipRows}`,
    `header = ${found.HasHeader}`,
    `columns = {${columns.join(', ')}}`,
    ...(found.DateFormat ? [`dateformat = ${toLiteral(found.DateFormat)}`] : []),
    ...(found.TimestampFormat ? [`timestampformat = ${toLiteral(found.TimestampFormat)}`] : []),
  ];
  return `read_csv(${options.join(', ')})`;
}
