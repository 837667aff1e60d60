import { CRASHED, DatabaseError, type ErrorDetails } from '../database.ts';
import { toLineFault } from './csv-table.ts';
import type { DuckdbFailure } from './duckdb-messages.ts';

/** An error as DuckDB writes it with the setting `errors_as_json`. */
interface DuckdbError {
  exception_type?: string;
  exception_message?: string;
  /** The place in the SQL: in code points for errors of the parser, otherwise in bytes of UTF-8. */
  position?: string;
  /** The kind of the missing entry, such as `Table` or `Scalar Function`. */
  type?: string;
  /** The name of the missing entry. */
  name?: string;
}

/** The SQLSTATEs of DuckDB's kinds of errors, as {@link DatabaseError} names them. */
const CODES: Readonly<Record<string, string>> = {
  parser: '42601',
  syntax: '42601',
  binder: '42703',
  catalog: '42P01',
  permission: '42501',
  conversion: '22018',
  'out of range': '22003',
  'invalid input': '22023',
  'mismatch type': '42804',
  'not implemented': '0A000',
  'out of memory': '53200',
  io: '58030',
  internal: CRASHED,
  fatal: CRASHED,
};
/** Matches DuckDB's remedies: settings, extensions, and options of functions. They are the end of its messages. */
const REMEDY = /\n\s*(possible (fixes|solutions?)|please try|see also|this limit was set)[\s\S]*$/i;
/** Matches a complete path in quotes. */
const QUOTED_PATH = /(["'])\/[^"'\n]*\/([^"'\n/]+)\1/g;
const NO_FUNCTION = '42883';
const UNKNOWN = 'XX000';

/** The SQL of an author, and what it ran with. */
export interface RunSql {
  sql: string;
  /** The length of the text that DuckDB ran before it. */
  before: number;
  /** Why tables are missing, by their names in lower case. */
  missing: ReadonlyMap<string, string>;
}

/** Returns the error of files that cannot be opened. Its text names no path, so that authors may read it. */
export function toFileError(code: string, hint: string): DatabaseError {
  return new DatabaseError(code, hint, { hint });
}

/** Turns an error of the driver into the failure of a query. */
export function toFailure(error: unknown, run?: RunSql): DuckdbFailure {
  if (error instanceof DatabaseError) {
    const { code, message, details } = error;
    return { code, message, details };
  }
  const text = error instanceof Error ? error.message : String(error);
  const found = parseError(text);
  const kind = found.exception_type?.toLowerCase() ?? '';
  const isFunction = kind === 'catalog' && /function/i.test(found.type ?? '');
  const reason = found.type === 'Table' && run?.missing.get(found.name?.toLowerCase() ?? '');
  return {
    code: isFunction ? NO_FUNCTION : (CODES[kind] ?? UNKNOWN),
    message: reason || toPlainMessage(found.exception_message ?? text),
    details: run ? toDetails(found, run) : {},
  };
}

/** Returns a message without the folders of files, and without remedies that the service refuses. */
function toPlainMessage(message: string): string {
  const line = toLineFault(message);
  if (line) return `A CSV file cannot be read. ${line}`;
  return message.replace(REMEDY, '').replaceAll(QUOTED_PATH, '$1$2$1').trim();
}

/** Some errors have text before the JSON. */
function parseError(text: string): DuckdbError {
  try {
    return JSON.parse(text.slice(text.indexOf('{'))) as DuckdbError;
  } catch {
    return {};
  }
}

/** Turns a place into one in UTF-16 units. */
function toDetails(
  { position, exception_type }: DuckdbError,
  { sql, before }: RunSql,
): ErrorDetails {
  const place = Number(position) - before;
  if (!(place >= 0)) return {};
  const isParsed = exception_type === 'Parser';
  const start = isParsed
    ? Array.from(sql).slice(0, place).join('')
    : Buffer.from(sql).subarray(0, place).toString();
  return { offset: start.length };
}
