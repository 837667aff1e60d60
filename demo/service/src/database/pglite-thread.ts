import type { Blob } from 'node:buffer';
import type { Worker } from 'node:worker_threads';
import {
  type Database,
  DatabaseError,
  type DataSource,
  type ReadOptions,
  type Row,
  type SqlValue,
  toAborted,
  toClosed,
} from './database.ts';
import { startThread } from './start-thread.ts';
import type { ThreadAnswer, ThreadTask } from './thread-messages.ts';

/** How a PGlite thread is set up. */
export interface PgliteThreadOptions {
  /** Folder of the database; `null` keeps it in memory. */
  folder: string | null;
  /**
   * What a database begins from that is not there yet: one in memory with each new thread. Default: made
   * by PGlite, which takes seconds.
   */
  beginning?: Blob;
  /** Milliseconds that a {@link DataSource.read} may run before its thread is ended. Default: no limit. */
  readLimitMs?: number;
  /** The schema that names without one stand for. */
  schema?: string;
  /** Database role under which {@link DataSource.read} runs. */
  readRole?: string;
}

interface Job {
  task: ThreadTask;
  signal: AbortSignal | undefined;
  resolve: (answer: ThreadAnswer & { kind: 'done' }) => void;
  reject: (error: DatabaseError) => void;
}

/**
 * PGlite in a thread of its own, so that a heavy query never stops the service.
 *
 * The queue stands on this side and the thread is given one task at a time: when a read overruns its
 * limit, the thread is ended and a new one goes on with the tasks that waited.
 */
export class PgliteThread implements Database, DataSource {
  readonly #options: PgliteThreadOptions;
  readonly #queue: Job[] = [];
  #worker: Worker | null = null;
  #ready = false;
  #running: Job | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: PgliteThreadOptions) {
    this.#options = options;
    this.#start();
  }

  async query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return (await this.#add({ kind: 'query', sql, values })).rows;
  }

  async execute(sql: string): Promise<void> {
    await this.#add({ kind: 'execute', sql });
  }

  /** The folder is held by this process alone, and memory is its own. */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return work();
  }

  async read(
    sql: string,
    values: readonly SqlValue[],
    { maxRows, signal }: ReadOptions,
  ): Promise<Row[]> {
    const role = this.#options.readRole ?? 'none';
    const count = maxRows ?? 'ALL';
    return (await this.#add({ kind: 'read', sql, values, count, role }, signal)).rows;
  }

  /** Whether the database is open, so that a task starts at once. */
  get isOpen(): boolean {
    return this.#ready;
  }

  /** The content of the database. */
  async dump(): Promise<Blob> {
    return (await this.#add({ kind: 'snapshot' })).snapshot!;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    for (const job of this.#queue.splice(0)) {
      job.reject(toClosed());
    }
    const reading = this.#running?.task.kind === 'read' || !this.#ready;
    // A write is waited for; a read may run for long and leaves nothing to be saved.
    const closing = reading ? null : this.#add({ kind: 'close' }).catch(() => null);
    this.#closed = true;
    await closing;
    await this.#end(toClosed());
  }

  #add(task: ThreadTask, signal?: AbortSignal): Promise<ThreadAnswer & { kind: 'done' }> {
    if (this.#closed) return Promise.reject(toClosed());
    return new Promise((resolve, reject) => {
      this.#queue.push({ task, signal, resolve, reject });
      if (!this.#worker) this.#start();
      this.#next();
    });
  }

  #start(): void {
    this.#ready = false;
    const { folder, schema = 'public', beginning = null } = this.#options;
    const worker = startThread({ folder, schema, snapshot: beginning });
    worker.on('message', (answer: ThreadAnswer) => this.#onAnswer(worker, answer));
    worker.on('error', (error) => this.#onCrash(worker, error));
    worker.on('exit', () => this.#onCrash(worker, new Error('The database thread has ended.')));
    this.#worker = worker;
  }

  #next(): void {
    if (!this.#ready || this.#running) return;
    let job = this.#queue.shift();
    for (; job?.signal?.aborted; job = this.#queue.shift()) {
      job.reject(toAborted());
    }
    if (!job) return;
    this.#running = job;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    this.#worker!.postMessage(job.task);
    if (job.task.kind === 'read' && this.#options.readLimitMs) {
      this.#timer = setTimeout(() => this.#onReadLimit(), this.#options.readLimitMs);
    }
  }

  #onAnswer(worker: Worker, answer: ThreadAnswer): void {
    if (worker !== this.#worker) return;
    if (answer.kind === 'ready') {
      this.#ready = true;
    } else if (this.#ready) {
      const job = this.#take();
      // An error without an SQLSTATE is PGlite itself failing (out of memory, say): only a new thread helps.
      if (job?.task.kind === 'read' && answer.kind === 'failed' && answer.code === 'unknown') {
        void this.#end(new DatabaseError('crashed', answer.message));
        this.#start();
      }
      if (answer.kind === 'done') job?.resolve(answer);
      else job?.reject(new DatabaseError(answer.code, answer.message));
    } else {
      this.#onCrash(worker, new Error('The database could not be opened.'));
    }
    this.#next();
  }

  #onReadLimit(): void {
    void this.#end(new DatabaseError('time-limit', 'The query ran longer than it may.'));
    this.#start();
  }

  /**
   * A thread that died by itself fails what it had, and a new one goes on. One that has never been ready
   * fails what waited for it: the next task tries again.
   */
  #onCrash(worker: Worker, error: Error): void {
    if (worker !== this.#worker) return;
    const wasReady = this.#ready;
    const failure = new DatabaseError('crashed', error.message);
    void this.#end(failure);
    if (wasReady && !this.#closed) this.#start();
    else for (const job of this.#queue.splice(0)) job.reject(failure);
  }

  async #end(reason: DatabaseError): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#ready = false;
    this.#take()?.reject(reason);
    await worker?.terminate();
  }

  #take(): Job | null {
    clearTimeout(this.#timer);
    const job = this.#running;
    this.#running = null;
    return job;
  }
}
