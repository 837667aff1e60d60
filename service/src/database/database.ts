import type { SqlValue } from './bound-values.ts';
import type { Column } from '../values/column-type.ts';
import type { Dialect } from './dialect.ts';

/** A result row: the values by column name. Big integers, decimals, dates and instants arrive as strings. */
export type Row = Record<string, unknown>;

/** The result of a SELECT. It has its columns even without any row. */
export interface RowSet {
  columns: Column[];
  rows: Row[];
}

/** A database that runs SQL: PGlite in a thread, or the pool of a PostgreSQL server. */
export interface Database {
  /** Runs one statement with bound values. Throws {@link DatabaseError}. */
  query(sql: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /**
   * Runs one or more statements without values, such as a schema, in one transaction. Throws {@link DatabaseError}.
   */
  execute(sql: string): Promise<void>;
  /**
   * Runs `work` under a lock, so that no other process does the same on this database. Its changes are one transaction
   * of one connection, so `work` uses only the given statements. PGlite has one connection for everybody: meanwhile,
   * nobody else may use it. Throws {@link DatabaseError}; its code is {@link UNKNOWN_END} if the connection was lost while
   * the changes were saved. `lock`: default `tables`.
   */
  exclusively<Result>(
    work: (locked: Statements) => Promise<Result>,
    lock?: LockName,
  ): Promise<Result>;
  /** Whether the database accepts queries. A busy one does. */
  readonly isOpen: boolean;
  /** Closes all connections, and rejects the waiting queries. */
  close(): Promise<void>;
}

/** The locks of {@link Database.exclusively}. Each start takes that of the tables; an import holds its own for minutes. */
export type LockName = 'tables' | 'import';

/** The statements of a database. */
export type Statements = Pick<Database, 'query' | 'execute'>;

/** The queries of a database. */
export type Queries = Pick<Database, 'query'>;

/** The company, the session and the dashboard of a query. Queries take turns by all three. */
export interface QueryOwner {
  companyId: number;
  sessionId: string;
  /** Missing for the queries of the back office. */
  dashboardGuid?: string;
}

/** The values of the parameters that the token sets, by names in lower case. */
export type LockedValues = Readonly<Record<string, string>>;

/** The limits of one {@link DataSource.read}. */
export interface ReadOptions {
  /** Which rows the database shows may depend on these values, also if the SQL does not name them. Default: none. */
  locked?: LockedValues;
  /** The largest number of rows. Default: no limit. */
  maxRows?: number;
  /** The name of the dataset, or that of a filter's list, for operators. */
  dataset?: string;
  /** Default: the service itself. */
  owner?: QueryOwner;
  /** Aborts the wait in the queue. A running query continues. */
  signal?: AbortSignal;
  /** Cancels the running query. */
  cancel?: AbortSignal;
  /** Called when the query leaves the queue and runs. */
  onStart?: (() => void) | undefined;
}

/** A database for the queries of dashboards: read-only, with limits on time and rows. */
export interface DataSource {
  readonly dialect: Dialect;
  /**
   * Runs a dashboard's SELECT. Throws {@link DatabaseError}. Its code is `aborted` if the query is still waiting when
   * the signal is aborted, or was canceled.
   */
  read(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<RowSet>;
}

/**
 * A failed statement. `code` is the SQLSTATE, or `time-limit`, `too-large`, `aborted`, `crashed` or `closed`, or
 * `unavailable` if no server answers or all connections are busy for too long. The message may contain SQL or values. It
 * is for the caller, and must never get into a log or an answer.
 */
export class DatabaseError extends Error {
  readonly code: string;
  /** The database's hint, and the position of the error. */
  readonly details: ErrorDetails;

  constructor(code: string, message: string, details: ErrorDetails = {}) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
    this.details = details;
  }
}

/** The details of an error, without its message. */
export interface ErrorDetails {
  hint?: string;
  /** The offset of the error in the SELECT, in UTF-16 units from 0. */
  offset?: number;
  /** The reason why a server that answers cannot be used, for operators: a code such as `CERT_HAS_EXPIRED`. */
  reason?: string;
  /** The setting that names the server. Default: `DATABASE_URL`. */
  setting?: string;
}

/** The SQLSTATE of a full disk. A PGlite thread that fails on a full disk reports it, too. */
export const DISK_FULL = '53100';
/** The code of a query whose process has ended. */
export const CRASHED = 'crashed';
/** The SQLSTATE of a query that conflicts with others, or with the recovery of a replica. A retry may succeed. */
export const CONFLICT = '40001';
/** The SQLSTATE of a transaction of which nobody knows whether its changes were saved. */
export const UNKNOWN_END = '08007';
/** The SQLSTATE of a lock that another process has held for too long. */
export const LOCKED = '55P03';

/** The time limit of one statement of the service itself on a server, in milliseconds. */
export const STATEMENT_LIMIT_MS = 5000;
/** The time limit of {@link Database.execute} in milliseconds. It is long because migrations change whole tables. */
export const SCRIPT_LIMIT_MS = 120_000;
/** The time limit of closing, in milliseconds. Then running work is cut off. */
export const CLOSE_LIMIT_MS = 5000;

/** Returns the error of a statement whose caller aborted it before it ran. */
export function toAborted(): DatabaseError {
  return new DatabaseError('aborted', 'The caller has aborted the query.');
}

/** Returns the error of a statement that waits when the database is closed, or comes later. */
export function toClosed(): DatabaseError {
  return new DatabaseError('closed', 'The database is closed.');
}

/**
 * The codes of refused logins (28), a missing database (3D), a lack of disk, memory or connections (53), a lock that is
 * not free (55P03), a conflict (40001), an unknown end (08007), a statement that took too long, and a database that is
 * unavailable, crashed or closed.
 */
const UNAVAILABLE = /^(unavailable|crashed|closed|time-limit|08007|28...|3D...|53...|55P03|40001)$/;

/** Returns whether the database is unavailable, so that a retry of the call may succeed. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseError && UNAVAILABLE.test(error.code);
}

/** Returns whether the server refused the login, or has no such database. Its message names them. */
export function isRefused({ code }: DatabaseError): boolean {
  return /^(28|3D)/.test(code);
}

/** Returns whether a value does not fit its type. */
export function isUnfit({ code }: DatabaseError): boolean {
  return code.startsWith('22');
}

/** Waits for `work`, at most `limitMs` milliseconds. */
export async function waitAtMost(work: Promise<unknown>, limitMs: number): Promise<void> {
  await untilLimit(work, limitMs, () => {});
}

/** Returns the result of `work`, or that of `onLimit` if it takes longer than `limitMs` milliseconds. */
export async function untilLimit<Result, Late>(
  work: Promise<Result>,
  limitMs: number,
  onLimit: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise((resolve) => {
    timer = setTimeout(resolve, limitMs);
  }).then(onLimit);
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
