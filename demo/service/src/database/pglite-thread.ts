import type { Blob } from 'node:buffer';
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import { toColumns } from './column-type.ts';
import {
  CLOSE_LIMIT_MS,
  CURSOR,
  type Database,
  DatabaseError,
  type DataSource,
  DISK_FULL,
  type ReadOptions,
  type Row,
  type RowSet,
  SCRIPT_LIMIT_MS,
  type SqlValue,
  STATEMENT_LIMIT_MS,
  toAborted,
  toClosed,
  toErrorDetails,
  waitAtMost,
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
  /** Milliseconds that a {@link DataSource.read} may run before its thread is replaced. Default: no limit. */
  readLimitMs?: number;
  /** Milliseconds that a task waits for its turn once the database has been open. Default: no limit. */
  waitLimitMs?: number;
  /** The schema that names without one stand for. */
  schema?: string;
  /** Database role under which {@link DataSource.read} runs. */
  readRole?: string;
  /** Whether all other work of the process goes first. Default: `false`. */
  isSecondary?: boolean;
  /** Called when a thread is lost whose database cannot be opened again. Default: a new thread replaces it. */
  onLost?: () => void;
}

interface Job {
  task: ThreadTask;
  signal: AbortSignal | undefined;
  /** Ends the wait for a turn. */
  timer: NodeJS.Timeout | undefined;
  resolve: (answer: ThreadAnswer & { kind: 'done' }) => void;
  reject: (error: DatabaseError) => void;
}

/** Opening may have to unpack a new database, or to replay what a crash left. */
const OPEN_LIMIT_MS = 60_000;
/** After a failed opening, tasks are refused for so long: each opening costs about a second of computing. */
const REOPEN_PAUSE_MS = 1000;
/** PostgreSQL extends its log by files of 16 MB, and may need a second one to replay the first. */
const LEAST_ROOM_BYTES = 32 * 2 ** 20;

/**
 * PGlite in a thread of its own, so that a heavy query never stops the service.
 *
 * The queue is on this side, and the thread gets one task at a time. A thread that dies, or overruns the limit of its
 * task, is ended, and a new one goes on with the tasks that waited. PostgreSQL writes a change to its log before it
 * confirms it, so the new thread finds all confirmed changes.
 */
export class PgliteThread implements Database, DataSource {
  readonly #options: PgliteThreadOptions;
  readonly #queue: Job[] = [];
  #worker: Worker | null = null;
  #running: Job | null = null;
  #isServing = false;
  #isOpen = false;
  #wasOpen = false;
  #closed = false;
  /** The error of the last opening, if it failed: tasks get it until the next opening may begin. */
  #refusal: DatabaseError | null = null;
  #refusedUntil = 0;
  /** The reason why there is no open thread, for tasks that wait too long for one. */
  #trouble: DatabaseError | null = null;

  constructor(options: PgliteThreadOptions) {
    this.#options = options;
    void this.#serve();
  }

  get isOpen(): boolean {
    return !this.#closed && this.#refusal === null;
  }

  /** Whether a task starts at once. */
  get isReady(): boolean {
    return this.#isOpen;
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
  ): Promise<RowSet> {
    const { readRole: role = 'none' } = this.#options;
    const read = { kind: 'read', sql: `${CURSOR}${sql}`, values, role } as const;
    const { fields, rows } = await this.#add({ ...read, count: maxRows ?? 'ALL' }, signal);
    return { columns: toColumns(fields), rows };
  }

  /** Returns the content of the database. */
  async dump(): Promise<Blob> {
    return (await this.#add({ kind: 'snapshot' })).snapshot!;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#rejectAll(toClosed());
    // A write is waited for; a read may run for long and leaves nothing to be saved.
    const isReading = this.#running?.task.kind === 'read';
    const closing =
      this.#isOpen && !isReading ? this.#add({ kind: 'close' }).catch(() => {}) : null;
    this.#closed = true;
    if (closing) await waitAtMost(closing, CLOSE_LIMIT_MS);
    await waitAtMost(this.#end(), CLOSE_LIMIT_MS);
  }

  #add(task: ThreadTask, signal?: AbortSignal): Promise<ThreadAnswer & { kind: 'done' }> {
    if (this.#closed) return Promise.reject(toClosed());
    if (this.#refusal && Date.now() < this.#refusedUntil) return Promise.reject(this.#refusal);
    return new Promise((resolve, reject) => {
      const { waitLimitMs } = this.#options;
      const job: Job = { task, signal, timer: undefined, resolve, reject };
      if (waitLimitMs && this.#wasOpen) {
        job.timer = setTimeout(() => this.#onWaitLimit(job), waitLimitMs);
      }
      this.#queue.push(job);
      void this.#serve();
    });
  }

  #onWaitLimit(job: Job): void {
    this.#queue.splice(this.#queue.indexOf(job), 1);
    job.reject(this.#trouble ?? new DatabaseError('unavailable', 'The database thread is busy.'));
  }

  /** Performs one task after the other. A lost thread is replaced at once, even if no task waits for it. */
  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#queue.length > 0 || !(this.#isOpen || this.#closed || this.#refusal)) {
      await (this.#isOpen ? this.#perform(this.#queue.shift()!) : this.#open());
    }
    this.#isServing = false;
  }

  async #open(): Promise<void> {
    if (this.#closed) return this.#refuse(toClosed());
    const { folder, schema = 'public', beginning = null, isSecondary = false } = this.#options;
    const worker = startThread({ folder, schema, snapshot: beginning, isSecondary });
    this.#worker = worker;
    // An error is followed by the exit, which decides.
    worker.on('error', () => {});
    worker.on('exit', () => this.#onExit(worker));
    try {
      const answer = await nextAnswer(worker, OPEN_LIMIT_MS);
      if (answer.kind === 'failed') throw new DatabaseError('crashed', answer.message);
      this.#isOpen = this.#wasOpen = true;
      this.#refusal = null;
      this.#trouble = null;
    } catch (error) {
      this.#trouble = this.#explain(error);
      this.#refuse(this.#trouble);
      await this.#end();
    }
  }

  /** Refuses all that waits, and all that comes until the pause is over. */
  #refuse(refusal: DatabaseError, pauseMs = REOPEN_PAUSE_MS): void {
    this.#refusal = refusal;
    this.#refusedUntil = Date.now() + pauseMs;
    this.#rejectAll(refusal);
  }

  #rejectAll(error: DatabaseError): void {
    for (const job of this.#queue.splice(0)) {
      clearTimeout(job.timer);
      job.reject(error);
    }
  }

  async #perform(job: Job): Promise<void> {
    const { task, signal, timer, resolve, reject } = job;
    clearTimeout(timer);
    if (signal?.aborted) return reject(toAborted());
    this.#running = job;
    try {
      const answering = nextAnswer(this.#worker!, this.#limitOf(task));
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
      this.#worker!.postMessage(task);
      const answer = await answering;
      if (answer.kind === 'done') resolve(answer);
      if (answer.kind === 'failed') {
        const details = task.kind === 'read' ? toErrorDetails(answer, task.sql) : {};
        const failure = new DatabaseError(answer.code, answer.message, details);
        if (answer.isFatal) throw failure;
        reject(failure);
      }
    } catch (error) {
      this.#trouble = this.#explain(error, task);
      reject(this.#trouble);
      await this.#lose();
    }
    this.#running = null;
  }

  #limitOf({ kind }: ThreadTask): number | undefined {
    if (kind === 'read') return this.#options.readLimitMs;
    if (kind === 'close') return CLOSE_LIMIT_MS;
    return kind === 'query' ? STATEMENT_LIMIT_MS : SCRIPT_LIMIT_MS;
  }

  /** On a full disk each thing breaks in its own way: only the room that is left tells why. */
  #explain(error: unknown, task?: ThreadTask): DatabaseError {
    if (this.#closed) return toClosed();
    const { folder } = this.#options;
    if (folder && task?.kind !== 'read' && isDiskFull(dirname(folder))) {
      return new DatabaseError(DISK_FULL, 'The disk is full.');
    }
    return error instanceof DatabaseError ? error : new DatabaseError('crashed', String(error));
  }

  #onExit(worker: Worker): void {
    // A thread that opens or works has somebody who waits for it.
    if (worker !== this.#worker || !this.#isOpen || this.#running) return;
    void this.#lose().then(() => this.#serve());
  }

  /** Ends a thread that cannot go on. The next one must not open the folder before it has ended. */
  async #lose(): Promise<void> {
    await this.#end();
    const { onLost } = this.#options;
    if (!onLost || this.#closed) return;
    this.#refuse(new DatabaseError('crashed', 'The database in memory is lost.'), Infinity);
    onLost();
  }

  async #end(): Promise<void> {
    this.#isOpen = false;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

/** Waits for a thread's next answer. Throws {@link DatabaseError} if it ends, or is silent for `limitMs`. */
function nextAnswer(worker: Worker, limitMs: number | undefined): Promise<ThreadAnswer> {
  return new Promise((resolve, reject) => {
    const settle = (): void => {
      clearTimeout(timer);
      worker.off('message', onAnswer).off('exit', onExit);
    };
    const onAnswer = (answer: ThreadAnswer): void => {
      settle();
      resolve(answer);
    };
    const fail = (code: string, message: string): void => {
      settle();
      reject(new DatabaseError(code, message));
    };
    const onExit = (): void => fail('crashed', 'The database thread has ended.');
    const onLimit = (): void => fail('time-limit', 'It ran longer than it may.');
    const timer = limitMs ? setTimeout(onLimit, limitMs) : undefined;
    worker.on('message', onAnswer).on('exit', onExit);
  });
}

function isDiskFull(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < LEAST_ROOM_BYTES;
  } catch {
    return false;
  }
}
