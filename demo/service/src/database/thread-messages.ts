import type { Blob } from 'node:buffer';
import type { Field } from './column-type.ts';
import type { DriverDetails, Row, SqlValue } from './database.ts';

/** What a PGlite thread is started with. */
export interface ThreadStart {
  /** Folder of the database; `null` keeps it in memory. */
  folder: string | null;
  schema: string;
  /** An earlier {@link ThreadTask} `snapshot` that a database begins from which is not there yet. */
  snapshot: Blob | null;
  /** Whether all other work of the process goes first, once the database is open. */
  isSecondary: boolean;
}

/** One piece of work for a PGlite thread, which does one at a time. */
export type ThreadTask =
  | { kind: 'query'; sql: string; values: readonly SqlValue[] }
  | { kind: 'execute'; sql: string }
  // Its `sql` declares the cursor `dataset`.
  | { kind: 'read'; sql: string; values: readonly SqlValue[]; count: number | 'ALL'; role: string }
  | { kind: 'snapshot' }
  | { kind: 'close' };

/** The rows of a statement, and PostgreSQL's description of their fields. */
export interface FetchedRows {
  fields: Field[];
  rows: Row[];
}

/**
 * The messages of a PGlite thread: `ready` once, then one answer for each task. After a fatal failure the thread cannot
 * go on.
 */
export type ThreadAnswer =
  | { kind: 'ready' }
  | ({ kind: 'done'; snapshot?: Blob } & FetchedRows)
  | ({ kind: 'failed'; code: string; message: string; isFatal: boolean } & DriverDetails);
