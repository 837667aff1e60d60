import { findReason } from '../connect-failure.ts';
import { DatabaseError, type ErrorDetails } from '../database.ts';

/** An error of the driver. Errors without an SQLSTATE do not come from the server. */
interface DriverError {
  code?: string;
  errno?: number;
  sqlState?: string;
  sqlMessage?: string;
  message?: string;
}

/** The SQLSTATEs of a missing right, and of a database that does not exist or that the login may not use. */
const NO_RIGHT = '42501';
const NO_DATABASE = '3D000';
/** The codes of errors that MySQL and MariaDB have under their own numbers, as {@link DatabaseError} names them. */
const CODES: Readonly<Record<number, string>> = {
  1040: 'unavailable', // too many connections
  1044: NO_RIGHT, // no right in a database
  1049: NO_DATABASE, // no such database
  1142: NO_RIGHT, // no right to use a table
  1143: NO_RIGHT, // no right to use a column
  1203: 'unavailable', // too many connections of the login
  1226: 'unavailable', // the login's limit of a resource
  1227: NO_RIGHT, // no right
  1305: '42883', // no such function
  1370: NO_RIGHT, // no right to run a function
  1969: 'time-limit', // MariaDB
  3024: 'time-limit', // MySQL
};
/** Connection errors of the server. */
const GONE = /^08/;
/** Matches the text at a syntax error, of which the server repeats the beginning, and its line. */
const NEAR = /near '(?<rest>[\s\S]*)' at line (?<line>\d+)$/;
/** Matches the name that the server does not know, in its last part: `column` of `table.column`. */
const UNKNOWN = /^(?:Unknown column|Table) '(?:[^']*\.)?(?<name>[^'.]+)'/;

/** Turns an error of the driver into the error of a query. */
export function toDatabaseError(error: unknown, sql = ''): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const { errno = 0, sqlState = '', sqlMessage, message, ...driver } = error as DriverError;
  const text = sqlMessage ?? String(message);
  const code = CODES[errno] ?? sqlState;
  if (!code || GONE.test(code))
    return new DatabaseError('unavailable', text, findReason(driver.code ?? '', text));
  return new DatabaseError(code, text, findPlace(text, sql));
}

/** Turns an error of the driver into the error of a connection that cannot be made. */
export function toConnectError(error: unknown): DatabaseError {
  const { code, message } = toDatabaseError(error);
  return new DatabaseError(code === NO_RIGHT ? NO_DATABASE : code, message);
}

/** Finds the place of an error. The server says it only by a text and a line. */
function findPlace(message: string, sql: string): ErrorDetails {
  const { rest, line } = NEAR.exec(message)?.groups ?? {};
  if (rest !== undefined) return toDetails(sql.indexOf(rest, toLineStart(sql, Number(line))));
  const { name } = UNKNOWN.exec(message)?.groups ?? {};
  return name ? toDetails(sql.search(toWord(name))) : {};
}

function toDetails(offset: number): ErrorDetails {
  return offset === -1 ? {} : { offset };
}

function toLineStart(sql: string, line: number): number {
  const before = sql.split('\n').slice(0, line - 1);
  return before.reduce((start, text) => start + text.length + 1, 0);
}

function toWord(name: string): RegExp {
  const escaped = name.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
  return new RegExp(`(?<!\\w)${escaped}(?!\\w)`, 'i');
}
