/** One result row: column name to value. Big integers, decimals, dates and instants arrive as strings. */
export type Row = Record<string, unknown>;

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
  read(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<Row[]>;
}

/**
 * A statement that the database refused. `code` is the SQLSTATE, or `time-limit`, `aborted`, `crashed`,
 * `closed`, or `unavailable` where no server answers or all connections are busy for long.
 * The message may hold SQL or values: it is for the caller, never for a log or an answer.
 */
export class DatabaseError extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'DatabaseError';
    this.code = code;
  }
}

/** What is asked for before somebody gave up, and would be done after it. */
export function toAborted(): DatabaseError {
  return new DatabaseError('aborted', 'Nobody waits for it any more.');
}

/** What comes after the database was closed, or waits as it is. */
export function toClosed(): DatabaseError {
  return new DatabaseError('closed', 'The database is closed.');
}

/** No login for whoever comes (28), no such database (3D), or nothing there to ask at all. */
const UNAVAILABLE = /^(unavailable|crashed|closed|28...|3D...)$/;

/** Whether the database could not be asked, and may be back when the call is made again. */
export function isUnavailable(error: unknown): boolean {
  return error instanceof DatabaseError && UNAVAILABLE.test(error.code);
}
