import { type ReadOptions, type RowSet, toAborted } from './database.ts';

/** Rows that several readers get. Nobody may change them. */
export interface SharedRows extends RowSet {
  /** The time when the query began, in milliseconds of the service's clock. */
  readAt: number;
}

/** Runs the query for a reader, with the reader's turn in the queue. */
export type Read = (options: ReadOptions & { signal: AbortSignal }) => Promise<RowSet>;

/** Someone who waits for the rows. */
class Reader {
  /** Ends the reader's place in the queue, or the query that runs in it. */
  readonly turn = new AbortController();
  readonly rows: Promise<SharedRows>;
  resolve!: (rows: SharedRows) => void;
  reject!: (error: unknown) => void;

  constructor() {
    this.rows = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }
}

/**
 * A query that runs once for all who wait for it. Each reader has a place in the queue, and the query runs in the place
 * that comes first: nobody waits longer than alone. It is canceled when the last reader has left.
 */
export class SharedQuery {
  readonly #now: () => number;
  readonly #onEnd: (rows: SharedRows | null) => void;
  readonly #readers = new Set<Reader>();
  /** The reader in whose place the query runs. It runs on after this reader has left. */
  #runner: Reader | null = null;
  #readAt: number;

  /** `onEnd` is called once: with the rows, or with `null` if the query failed or the last reader has left. */
  constructor(now: () => number, onEnd: (rows: SharedRows | null) => void) {
    this.#now = now;
    this.#readAt = now();
    this.#onEnd = onEnd;
  }

  /** The time when the query began, or now if it has not yet. */
  get readAt(): number {
    return this.#readAt;
  }

  /** Waits for the rows. Throws the error of the query, or `aborted` when the reader's signal is aborted. */
  async wait(read: Read, { signal, ...options }: ReadOptions): Promise<SharedRows> {
    const reader = new Reader();
    const onAbort = (): void => this.#remove(reader, toAborted());
    this.#readers.add(reader);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    else if (!this.#runner) void this.#run(reader, read, options);
    try {
      return await reader.rows;
    } finally {
      signal?.removeEventListener('abort', onAbort);
    }
  }

  async #run(reader: Reader, read: Read, options: ReadOptions): Promise<void> {
    const onStart = (): void => this.#start(reader);
    try {
      const rows = await read({ ...options, signal: reader.turn.signal, onStart });
      this.#end({ ...rows, readAt: this.#readAt });
    } catch (error) {
      if (this.#runner === reader) this.#fail(error);
      // Another reader's place came first, and this reader waits for its rows.
      else if (!this.#runner) this.#remove(reader, error);
    }
  }

  #start(runner: Reader): void {
    this.#runner = runner;
    this.#readAt = this.#now();
    for (const reader of this.#readers) if (reader !== runner) reader.turn.abort();
  }

  #remove(reader: Reader, error: unknown): void {
    if (!this.#readers.delete(reader)) return;
    reader.reject(error);
    if (reader !== this.#runner) reader.turn.abort();
    if (this.#readers.size > 0) return;
    this.#runner?.turn.abort();
    this.#onEnd(null);
  }

  #end(rows: SharedRows): void {
    if (this.#readers.size === 0) return;
    for (const row of rows.rows) Object.freeze(row);
    Object.freeze(rows.rows);
    for (const reader of this.#readers) reader.resolve(rows);
    this.#readers.clear();
    this.#onEnd(rows);
  }

  #fail(error: unknown): void {
    for (const reader of this.#readers) this.#remove(reader, error);
  }
}
