import type { SqlValue } from '../bound-values.ts';
import type { ErrorDetails, RowSet } from '../database.ts';

/** A file that is a table of a folder. */
export interface TableFile {
  name: string;
  /** The real path. */
  path: string;
}

/** The order of days and months in the dates of CSV files, such as 03/04/2024. */
export type DateOrder = 'day-first' | 'month-first';

/** The files that a DuckDB process reads: a database file, or the tables of a folder. */
export interface DuckdbFiles {
  /** The real path of the database file; `null` for a folder. */
  database: string | null;
  tables: readonly TableFile[];
  /** Default: the rows of a file decide. */
  dates?: DateOrder | undefined;
}

/** A request to a DuckDB process: first `open`, then any number of the others. */
export type DuckdbRequest =
  // `temporary` is the folder for data that do not fit into memory.
  | { kind: 'open'; files: DuckdbFiles; temporary: string }
  | ({ kind: 'read'; id: number } & DuckdbQuery)
  | { kind: 'cancel'; id: number };

/** A SELECT with `$1`, `$2`… and their values. */
export interface DuckdbQuery {
  sql: string;
  values: readonly SqlValue[];
  /** Default: no limit. */
  maxRows?: number | undefined;
}

/** A failed query or opening. */
export interface DuckdbFailure {
  code: string;
  message: string;
  details: ErrorDetails;
}

/** The answers of a DuckDB process: one to `open`, and one to each `read`. */
export type DuckdbAnswer =
  | { kind: 'ready' }
  | { kind: 'refused'; failure: DuckdbFailure }
  | { kind: 'done'; id: number; result: RowSet }
  | { kind: 'failed'; id: number; failure: DuckdbFailure };
