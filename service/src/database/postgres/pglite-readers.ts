import type { Blob } from 'node:buffer';
import type { SqlValue } from '../bound-values.ts';
import {
  type Database,
  type DataSource,
  type ReadOptions,
  type Row,
  type RowSet,
  type Statements,
  toClosed,
} from '../database.ts';
import { FairQueue } from '../fair-queue.ts';
import { POSTGRES } from './postgres-dialect.ts';
import { PgliteThread, type PgliteThreadOptions } from './pglite-thread.ts';

/**
 * The number of threads. A company may use all but one, and a session all but two. So with three threads, a slow
 * session delays neither other companies nor other sessions of its own company.
 */
const READERS = 3;

/**
 * A query that runs for longer may run until its limit. At this time, a thread starts in advance for the next query,
 * because a start takes a second. No query of an ordinary dashboard takes so long.
 */
const SLOW_MS = 150;

/**
 * PGlite for dashboards. PGlite runs one query at a time and cannot stop a running one, so there are several threads.
 *
 * The first thread has the database. The others are copies of it in memory. A copy takes some 300 MiB, so it starts
 * late: when two sessions read at the same time, or when a query is slow. Use {@link query} and {@link execute} only
 * before {@link freeze}: the copies would not get later changes.
 */
export class PgliteReaders implements Database, DataSource {
  readonly dialect = POSTGRES;
  readonly #options: PgliteThreadOptions;
  readonly #threads: PgliteThread[];
  /** The threads without a query. */
  readonly #idle: Set<PgliteThread>;
  readonly #queue = new FairQueue({ size: READERS });
  #content: Promise<Blob> | null = null;
  #isClosed = false;

  constructor(options: PgliteThreadOptions) {
    // Low priority: slow queries must not delay the threads that answer GetToken and write pages.
    this.#options = { ...options, isSecondary: true };
    this.#threads = [new PgliteThread(this.#options)];
    this.#idle = new Set(this.#threads);
  }

  get #first(): PgliteThread {
    return this.#threads[0]!;
  }

  get isOpen(): boolean {
    return this.#threads.some(({ isOpen }) => isOpen);
  }

  query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return this.#first.query(sql, values);
  }

  execute(sql: string): Promise<void> {
    return this.#first.execute(sql);
  }

  exclusively<Result>(work: (locked: Statements) => Promise<Result>): Promise<Result> {
    return this.#first.exclusively(work);
  }

  /**
   * Reads the content for the copies in the background, before all later queries. When a copy is needed, the first
   * thread may be busy for a long time.
   */
  freeze(): void {
    this.#keepContent().catch(() => {});
  }

  async read(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<RowSet> {
    return this.#queue.run(options, async () => {
      const thread = await this.#findThread();
      const timer = setTimeout(() => void this.#openNext().catch(() => {}), SLOW_MS);
      try {
        return await thread.read(sql, values, options);
      } finally {
        clearTimeout(timer);
        this.#idle.add(thread);
      }
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#queue.close();
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  async #findThread(): Promise<PgliteThread> {
    const idle = this.#takeIdle();
    if (idle) return idle;
    const content = await this.#keepContent();
    return this.#takeIdle() ?? this.#open(content);
  }

  /** Prefers the first thread, so that the copies stay idle. A thread that restarts after a slow query comes last. */
  #takeIdle(): PgliteThread | undefined {
    const idle = this.#threads.filter((thread) => this.#idle.has(thread));
    const thread = idle.find(({ isReady }) => isReady) ?? idle[0];
    if (thread) this.#idle.delete(thread);
    return thread;
  }

  async #openNext(): Promise<void> {
    const content = await this.#keepContent();
    if (this.#idle.size > 0 || this.#threads.length === READERS) return;
    this.#idle.add(this.#open(content));
  }

  #open(beginning: Blob): PgliteThread {
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
      // The next query that needs a copy reads the content again.
      this.#content = null;
      throw error;
    }
  }
}
