import type { Column } from './column-type.ts';

/** One result row: column name to value. Big integers, decimals, dates and instants arrive as strings. */
export type Row = Record<string, unknown>;

/** The result of a SELECT. It knows its columns without any row. */
export interface RowSet {
  columns: Column[];
  rows: Row[];
}

/** A value bound to `$1`, `$2`… of a prepared query. */
export type SqlValue = string | number | boolean | null;

/** Where SQL runs: PGlite in a thread, or the pool of a PostgreSQL server. */
export interface Database {
  /** Runs one statement with bound values. Throws {@link DatabaseError}. */
  query(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Runs one or more statements without values, such as a schema: all of them or none. Throws
   * {@link DatabaseError}.
   */
  execute(sql: string): Promise<void>;
  /** Runs `work` while no other process does the same on this database. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Whether it can take queries; a busy one can. */
  readonly isOpen: boolean;
  /** Ends every connection; queries still waiting are refused. */
  close(): Promise<void>;
}

/** The company and the session that a query is for. Queries take turns by both. */
export interface QueryOwner {
  companyId: number;
  sessionId: string;
}

/** The limits of one {@link DataSource.read}. */
export interface ReadOptions {
  /** The largest number of rows. Default: no limit. */
  maxRows?: number;
  /** Default: the service itself. */
  owner?: QueryOwner;
  /** Ends the wait, and not a query that runs. */
  signal?: AbortSignal;
}

/** A database whose queries come from dashboards: read only, limited in time and in rows. */
export interface DataSource {
  /**
   * Runs a dashboard's SELECT. Throws {@link DatabaseError}, with `aborted` if the query still waits when the
   * signal is aborted.
   */
  read(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<RowSet>;
}

/**
 * A failed statement. `code` is the SQLSTATE, or `time-limit`, `aborted`, `crashed`, `closed`, or `unavailable` if no
 * server answers or all connections are busy for long. The message may hold SQL or values: it is for the caller, never
 * for a log or an answer.
 */
export class DatabaseError extends Error {
  readonly code: string;
  /** PostgreSQL's advice, and the place of the error. */
  readonly details: ErrorDetails;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
    this.details = details;
  }
}

/** The details of an error of PostgreSQL, without its message. */
export interface ErrorDetails {
  hint?: string;
  /** The offset of the error in the SELECT, in UTF-16 units from 0. */
  offset?: number;
}

/** Begins a SELECT: a cursor takes no other statement, and stops after the rows that are wanted. */
export const CURSOR = 'DECLARE dataset NO SCROLL CURSOR FOR ';

/** The details of an error of PostgreSQL, as both drivers pass them on. */
export interface DriverDetails {
  hint?: string | undefined;
  /** The number of a character in the statement, from 1. */
  position?: string | undefined;
}

/** Reads the details of an error of a statement that begins with {@link CURSOR}. */
export function toErrorDetails({ hint, position }: DriverDetails, sql: string): ErrorDetails {
  if (!position) return hint ? { hint } : {};
  const before = Array.from(sql)
    .slice(0, Number(position) - 1)
    .join('');
  return { offset: Math.max(0, before.length - CURSOR.length), ...(hint && { hint }) };
}

/** The SQLSTATE of a full disk. A PGlite thread that breaks on a full disk has it, too. */
export const DISK_FULL = '53100';
/** The SQLSTATE of a lock that somebody else has held for too long. */
export const LOCKED = '55P03';

/** Milliseconds that one statement of the service itself may run. */
export const STATEMENT_LIMIT_MS = 15_000;
/** Milliseconds that {@link Database.execute} may run, because migrations change whole tables. */
export const SCRIPT_LIMIT_MS = 120_000;
/** Milliseconds that closing may take; then whatever still runs is cut off. */
export const CLOSE_LIMIT_MS = 5000;

/** Returns the error of a statement whose caller has given up before it ran. */
export function toAborted(): DatabaseError {
  return new DatabaseError('aborted', 'Nobody waits for it any more.');
}

/** Returns the error of a statement that comes after the database was closed, or waits at that time. */
export function toClosed(): DatabaseError {
  return new DatabaseError('closed', 'The database is closed.');
}

/**
 * Refused logins (28), a missing database (3D), a lack of disk, memory or connections (53), a lock that is not free,
 * a statement that took too long, and nothing there to ask at all.
 */
const UNAVAILABLE = /^(unavailable|crashed|closed|time-limit|28...|3D...|53...|55P03)$/;

/** Whether the database could not be asked, and may be back when the call is made again. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseError && UNAVAILABLE.test(error.code);
}

/** Waits for `work`, but no longer than `limitMs`. */
export async function waitAtMost(work: Promise<unknown>, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
