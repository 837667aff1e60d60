import type { SqlValue } from '../database/bound-values.ts';
import {
  type Database,
  DatabaseError,
  DISK_FULL,
  isUnavailable,
  type LockName,
  type Row,
  type Statements,
} from '../database/database.ts';
import type { Report } from '../telemetry/events.ts';

/** The time between two attempts to write to a full disk, in milliseconds. */
const TRY_MS = 5000;
/** Writes a row as it is. */
const WRITE = 'UPDATE schema_versions SET version = version WHERE version = 1';

/**
 * The state database. It tells whether it can be used, and knows whether it takes writes: without them, GetToken works for
 * nobody.
 */
export class WatchedState implements Database {
  readonly #database: Database;
  readonly #report: Report;
  /** When the last write found a full disk; `null` if it did not. */
  #fullAt: number | null = null;

  constructor(database: Database, report: Report) {
    this.#database = database;
    this.#report = report;
  }

  get isOpen(): boolean {
    return this.#database.isOpen;
  }

  async query(sql: string, values?: readonly SqlValue[]): Promise<Row[]> {
    try {
      const rows = await this.#database.query(sql, values);
      this.#report({ kind: 'database' });
      return rows;
    } catch (error) {
      if (error instanceof DatabaseError) this.#noteFailure(error);
      throw error;
    }
  }

  #noteFailure(error: DatabaseError): void {
    const { code, details } = error;
    if (code === DISK_FULL) this.#fullAt = performance.now();
    // A database that is closed belongs to a service that ends.
    if (isUnavailable(error) && code !== 'closed') {
      this.#report({ kind: 'database', failure: code, reason: details.reason });
    }
  }

  execute(sql: string): Promise<void> {
    return this.#database.execute(sql);
  }

  exclusively<Result>(
    work: (locked: Statements) => Promise<Result>,
    lock?: LockName,
  ): Promise<Result> {
    return this.#database.exclusively(work, lock);
  }

  close(): Promise<void> {
    return this.#database.close();
  }

  /** Rejects if the database does not answer, is read only, or has no room. */
  async probe(): Promise<void> {
    const [row] = await this.query(
      "SELECT current_setting('transaction_read_only') = 'on' AS is_read_only",
    );
    if (row?.is_read_only === true) throw new DatabaseError('25006', 'The database is read only.');
    if (this.#fullAt === null) return;
    if (performance.now() - this.#fullAt < TRY_MS) {
      throw new DatabaseError(DISK_FULL, 'The disk is full.');
    }
    await this.query(WRITE);
    this.#fullAt = null;
  }
}
