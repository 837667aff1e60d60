import type { Blob } from 'node:buffer';
import { isDiskFull } from '../../process/data-folder.ts';
import type { SqlValue } from '../bound-values.ts';
import {
  CRASHED,
  CLOSE_LIMIT_MS,
  type Database,
  DatabaseError,
  type DataSource,
  DISK_FULL,
  type ReadOptions,
  type Row,
  type RowSet,
  SCRIPT_LIMIT_MS,
  type Statements,
  toAborted,
  toClosed,
  waitAtMost,
} from '../database.ts';
import { CURSOR, toErrorDetails } from './cursor.ts';
import { nextAnswer } from './next-answer.ts';
import { POSTGRES } from './postgres-dialect.ts';
import { toColumns } from './result-columns.ts';
import { startThread } from './start-thread.ts';
import type { Thread, ThreadAnswer, ThreadTask } from './thread-messages.ts';
import { toTokenSettings } from './token-settings.ts';

/** The options of a PGlite thread. */
export interface PgliteThreadOptions {
  /** The folder of the database; `null` keeps the database in memory. */
  folder: string | null;
  /** The content of a new database; in memory, of each thread's. Default: an empty one, which takes seconds. */
  beginning?: Blob;
  /** The time limit of a {@link DataSource.read} in milliseconds. Then its thread is replaced. Default: no limit. */
  readLimitMs?: number;
  /** The longest wait of a task in milliseconds, once the database has been open. Default: no limit. */
  waitLimitMs?: number;
  /** The schema of unqualified names. */
  schema?: string;
  /** The database role under which {@link DataSource.read} runs. */
  readRole?: string;
  /** Whether all other work of the process has priority. Default: `false`. */
  isSecondary?: boolean;
  /** Called when a lost thread cannot be replaced, because its database is lost, too. Default: it is replaced. */
  onLost?: () => void;
}

interface Job {
  task: ThreadTask;
  signal?: AbortSignal | undefined;
  cancel?: AbortSignal | undefined;
  /** The only thread that may perform the task. Default: any. */
  thread?: Thread | null;
  /** Ends the wait at its limit. */
  timer: NodeJS.Timeout | undefined;
  resolve: (answer: ThreadAnswer & { kind: 'done' }) => void;
  reject: (error: DatabaseError) => void;
}

/** Opening may have to unpack a new database, or to replay the log after a crash. */
const OPEN_LIMIT_MS = 300_000;
/** The time limit of a {@link Database.query}. A new thread costs more than a wait for the disk of this machine. */
const QUERY_LIMIT_MS = 15_000;
/** The pause after a failed opening. Each opening costs about a second of CPU time. */
const REOPEN_PAUSE_MS = 1000;

/**
 * PGlite in a thread of its own, so that a heavy query never stops the service.
 *
 * The queue is outside the thread, which gets one task at a time. A new thread replaces one that dies, or
 * exceeds the time limit of its task, and continues with the waiting tasks. PostgreSQL writes each change to its log
 * before it confirms the change, so the new thread has all confirmed changes.
 */
export class PgliteThread implements Database, DataSource {
  readonly dialect = POSTGRES;
  readonly #options: PgliteThreadOptions;
  readonly #queue: Job[] = [];
  #worker: Thread | null = null;
  #running: Job | null = null;
  #isServing = false;
  #isReady = false;
  #wasOpen = false;
  #closed = false;
  /** The error of the last opening, if it failed. Tasks are rejected with it until the next opening may start. */
  #refusal: DatabaseError | null = null;
  #refusedUntil = 0;
  /** The reason why no thread is open, for tasks that wait too long for one. */
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
    return this.#isReady;
  }

  async query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    return (await this.#add({ kind: 'query', sql, values })).rows;
  }

  async execute(sql: string): Promise<void> {
    await this.#add({ kind: 'execute', sql });
  }

  /**
   * Needs no lock: only this process uses the folder or the memory. The thread has one connection, so nobody else may use
   * the database meanwhile.
   */
  async exclusively<Result>(work: (locked: Statements) => Promise<Result>): Promise<Result> {
    await this.execute('BEGIN');
    // A thread that replaces this one has no transaction: it would keep each further statement.
    const inThread = { thread: this.#worker };
    const execute = async (sql: string): Promise<void> => {
      await this.#add({ kind: 'execute', sql }, inThread);
    };
    try {
      const result = await work({
        query: async (sql, values = []) =>
          (await this.#add({ kind: 'query', sql, values }, inThread)).rows,
        execute,
      });
      await execute('COMMIT');
      return result;
    } catch (error) {
      await execute('ROLLBACK').catch(() => {});
      throw error;
    }
  }

  async read(
    sql: string,
    values: readonly SqlValue[],
    { maxRows, signal, cancel, locked }: ReadOptions,
  ): Promise<RowSet> {
    const { readRole: role = 'none' } = this.#options;
    const settings = `${toTokenSettings(locked)} SET LOCAL ROLE ${role}`;
    const read = { kind: 'read', settings, sql: `${CURSOR}${sql}`, values } as const;
    const task = { ...read, count: maxRows ?? 'ALL' } as const;
    const { fields, rows } = await this.#add(task, { signal, cancel });
    return { columns: toColumns(fields), rows };
  }

  /** Returns the content of the database. */
  async dump(): Promise<Blob> {
    return (await this.#add({ kind: 'snapshot' })).snapshot!;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#rejectAll(toClosed());
    // Wait for a write, but not for a read: it may run for long, and saves nothing.
    const isReading = this.#running?.task.kind === 'read';
    const closing =
      this.#isReady && !isReading ? this.#add({ kind: 'close' }).catch(() => {}) : null;
    this.#closed = true;
    if (closing) await waitAtMost(closing, CLOSE_LIMIT_MS);
    await waitAtMost(this.#end(), CLOSE_LIMIT_MS);
  }

  #add(
    task: ThreadTask,
    options: Pick<Job, 'signal' | 'cancel' | 'thread'> = {},
  ): Promise<ThreadAnswer & { kind: 'done' }> {
    if (this.#closed) return Promise.reject(toClosed());
    if (this.#refusal && Date.now() < this.#refusedUntil) return Promise.reject(this.#refusal);
    return new Promise((resolve, reject) => {
      const { waitLimitMs } = this.#options;
      const job: Job = { task, ...options, timer: undefined, resolve, reject };
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

  /** Performs the tasks one after the other. Replaces a lost thread immediately, even if no task waits for it. */
  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    while (this.#queue.length > 0 || !(this.#isReady || this.#closed || this.#refusal)) {
      await (this.#isReady ? this.#perform(this.#queue.shift()!) : this.#open());
    }
    this.#isServing = false;
  }

  async #open(): Promise<void> {
    if (this.#closed) return this.#refuse(toClosed());
    const { folder, schema = 'public', beginning = null, isSecondary = false } = this.#options;
    const worker = startThread({ folder, schema, snapshot: beginning, isSecondary });
    this.#worker = worker;
    // The event `exit` follows each error, and its listener handles both.
    worker.on('error', () => {});
    worker.on('exit', () => this.#onExit(worker));
    try {
      const answer = await nextAnswer(worker, OPEN_LIMIT_MS);
      if (answer.kind === 'failed') throw new DatabaseError(CRASHED, answer.message);
      this.#isReady = this.#wasOpen = true;
      this.#refusal = null;
      this.#trouble = null;
    } catch (error) {
      this.#trouble = this.#explain(error);
      this.#refuse(this.#trouble);
      await this.#end();
    }
  }

  /** Rejects all waiting tasks, and all new ones until the pause is over. */
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
    const { task, signal, cancel, thread = this.#worker, timer, resolve, reject } = job;
    clearTimeout(timer);
    if (signal?.aborted) return reject(toAborted());
    if (thread !== this.#worker) return reject(new DatabaseError(CRASHED, 'The thread is lost.'));
    this.#running = job;
    try {
      const answering = nextAnswer(this.#worker!, this.#limitOf(task), cancel);
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
    return kind === 'query' ? QUERY_LIMIT_MS : SCRIPT_LIMIT_MS;
  }

  /** On a full disk, every operation fails in a different way. Only the free space shows the reason. */
  #explain(error: unknown, task?: ThreadTask): DatabaseError {
    if (this.#closed) return toClosed();
    const { folder } = this.#options;
    if (folder && task?.kind !== 'read' && isDiskFull(folder)) {
      return new DatabaseError(DISK_FULL, 'The disk is full.');
    }
    return error instanceof DatabaseError ? error : new DatabaseError(CRASHED, String(error));
  }

  #onExit(worker: Thread): void {
    // If the thread is opening or running a task, `nextAnswer` handles the exit.
    if (worker !== this.#worker || !this.#isReady || this.#running) return;
    void this.#lose().then(() => this.#serve());
  }

  /** Ends a thread that cannot continue. It must end before the next one opens the folder. */
  async #lose(): Promise<void> {
    await this.#end();
    const { onLost } = this.#options;
    if (!onLost || this.#closed) return;
    this.#refuse(new DatabaseError(CRASHED, 'The in-memory database is lost.'), Infinity);
    onLost();
  }

  async #end(): Promise<void> {
    this.#isReady = false;
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}
