import type { Blob } from 'node:buffer';
import type { SqlValue } from '../bound-values.ts';
import type { Row } from '../database.ts';
import type { DriverDetails } from './cursor.ts';
import type { Field } from './result-columns.ts';

/** The options that start a PGlite thread. */
export interface ThreadStart {
  /** The folder of the database; `null` keeps the database in memory. */
  folder: string | null;
  schema: string;
  /** The content of a new database, from an earlier {@link ThreadTask} `snapshot`. */
  snapshot: Blob | null;
  /** Whether all other work of the process has priority, once the database is open. */
  isSecondary: boolean;
}

/** A thread that holds a database: a worker of Node or of a browser. */
export interface Thread {
  /** `exit` is the last event, also after an error. */
  on: ThreadListening<Thread>;
  off: ThreadListening<Thread>;
  postMessage(task: ThreadTask): void;
  terminate(): Promise<unknown>;
}

interface ThreadListening<Self> {
  (event: 'message', listener: (answer: ThreadAnswer) => void): Self;
  (event: 'error' | 'exit', listener: () => void): Self;
}

/** A task for a PGlite thread, which runs one at a time. */
export type ThreadTask =
  | { kind: 'query'; sql: string; values: readonly SqlValue[] }
  | { kind: 'execute'; sql: string }
  // `settings`: statements for the transaction. `sql` declares the cursor `dataset`.
  | {
      kind: 'read';
      settings: string;
      sql: string;
      values: readonly SqlValue[];
      count: number | 'ALL';
    }
  | { kind: 'snapshot' }
  | { kind: 'close' };

/** The rows of a statement, and PostgreSQL's description of their fields. */
export interface FetchedRows {
  fields: Field[];
  rows: Row[];
}

/**
 * The messages of a PGlite thread: `ready` once, then one answer for each task. After a fatal failure, the thread
 * cannot continue.
 */
export type ThreadAnswer =
  | { kind: 'ready' }
  | ({ kind: 'done'; snapshot?: Blob } & FetchedRows)
  | ({ kind: 'failed'; code: string; message: string; isFatal: boolean } & DriverDetails);
