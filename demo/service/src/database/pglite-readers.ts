import type { Blob } from 'node:buffer';
import {
  type Database,
  type DataSource,
  type ReadOptions,
  type Row,
  type SqlValue,
  toClosed,
} from './database.ts';
import { FairQueue } from './fair-queue.ts';
import { PgliteThread, type PgliteThreadOptions } from './pglite-thread.ts';

/**
 * The number of threads. A company has all but one and a session all but two, so with three of them a slow session
 * delays neither another company nor another session of its own.
 */
const READERS = 3;

/**
 * PGlite for dashboards. PGlite runs one query at a time and cannot stop a running one, so there are several threads.
 *
 * The first thread has the database. The others are copies of it in memory, each of which starts when it is needed:
 * as long as one session reads at a time, there is one thread. Only the first {@link read} may follow changes, because
 * the copies are made from the content of that moment.
 */
export class PgliteReaders implements Database, DataSource {
  readonly #options: PgliteThreadOptions;
  readonly #threads: PgliteThread[];
  /** The threads that no reader uses. */
  readonly #idle: PgliteThread[];
  readonly #queue = new FairQueue({ size: READERS });
  #content: Promise<Blob> | null = null;
  #isClosed = false;

  constructor(options: PgliteThreadOptions) {
    this.#options = options;
    this.#threads = [new PgliteThread(options)];
    this.#idle = [...this.#threads];
  }

  get #first(): PgliteThread {
    return this.#threads[0]!;
  }

  query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#first.query(sql, values);
  }

  execute(sql: string): Promise<void> {
    return this.#first.execute(sql);
  }

  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#first.exclusively(work);
  }

  async read(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<Row[]> {
    // Before the first query: later, the first thread may be busy for long.
    this.#keepContent().catch(() => {});
    return this.#queue.run(options, async () => {
      const thread = this.#takeIdle() ?? (await this.#open());
      try {
        return await thread.read(sql, values, options);
      } finally {
        this.#idle.push(thread);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.close();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  /** A thread that is still restarting, after a query that was too slow, comes last. */
  #takeIdle(): PgliteThread | undefined {
    const open = this.#idle.findIndex(({ isOpen }) => isOpen);
    const [thread] = this.#idle.splice(Math.max(open, 0), 1);
    return thread;
  }

  async #open(): Promise<PgliteThread> {
    const beginning = await this.#keepContent();
    if (this.#isClosed) throw toClosed();
    const thread = new PgliteThread({ ...this.#options, folder: null, beginning });
    this.#threads.push(thread);
    return thread;
  }

  #keepContent(): Promise<Blob> {
    this.#content ??= this.#readContent();
    return this.#content;
  }

  async #readContent(): Promise<Blob> {
    try {
      return this.#options.beginning ?? (await this.#first.dump());
    } catch (error) {
      // Only the queries that need it now fail. The next one reads the content again.
      this.#content = null;
      throw error;
    }
  }
}
