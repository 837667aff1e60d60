import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CRASHED, DatabaseError, type RowSet, toAborted, toClosed } from '../database.ts';
import type { FoundFiles } from './duckdb-files.ts';
import type { DuckdbAnswer, DuckdbFailure, DuckdbQuery, DuckdbRequest } from './duckdb-messages.ts';
import { IS_COMPILED } from '../../process/is-compiled.ts';

/** The limits of one query. */
export interface QueryLimits {
  limitMs: number;
  /** Cancels the running query. */
  cancel?: AbortSignal | undefined;
}

interface Waiting {
  resolve: (result: RowSet) => void;
  reject: (error: DatabaseError) => void;
}

/** The time limit of opening files, in milliseconds. */
const OPEN_LIMIT_MS = 60_000;
/** The time in which a query must end after its interruption, in milliseconds. Then its process is killed. */
const GRACE_MS = 3000;

/** A process that has opened files with DuckDB. It runs queries concurrently. */
export class DuckdbProcess {
  /** The version of the files. */
  readonly version: string;
  readonly #child: ChildProcess;
  readonly #temporary = mkdtempSync(join(tmpdir(), 'dashboard-duckdb-'));
  readonly #opening: Promise<void>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly #waiting = new Map<number, Waiting>();
  /** Called with the answer to the request to open. */
  #onOpen: (failure: DuckdbFailure | null) => void = () => {};
  #isOpen = true;
  #isRetired = false;
  #users = 0;
  #queries = 0;

  /** `start` starts the process. Tests start one that fails. */
  constructor({ version, ...files }: FoundFiles, start = startChild) {
    this.version = version;
    this.#child = start();
    this.ended = new Promise((resolve) => {
      const onEnd = (): void => {
        this.#onEnd();
        resolve();
      };
      this.#child.once('exit', onEnd);
      // If the process cannot start, there is no event `exit`.
      this.#child.once('error', onEnd);
    });
    this.#child.on('message', (answer) => this.#onAnswer(answer as DuckdbAnswer));
    this.#opening = this.#open({ kind: 'open', files, temporary: this.#temporary });
    // The queries that wait for it have the error.
    this.#opening.catch(() => {});
  }

  /** Whether the process accepts queries. */
  get isOpen(): boolean {
    return this.#isOpen && !this.#isRetired;
  }

  /** Runs a query. Throws {@link DatabaseError}. */
  async read(query: DuckdbQuery, limits: QueryLimits): Promise<RowSet> {
    this.#users += 1;
    try {
      await this.#opening;
      if (limits.cancel?.aborted) throw toAborted();
      return await this.#run(query, limits);
    } catch (error) {
      // After such an error, DuckDB accepts no queries.
      if ((error as DatabaseError).code === CRASHED) this.#isRetired = true;
      throw error;
    } finally {
      this.#users -= 1;
      this.#endIfRetired();
    }
  }

  /** Ends the process as soon as its queries have ended. */
  retire(): void {
    this.#isRetired = true;
    this.#endIfRetired();
  }

  /** Ends the process at once. */
  kill(): void {
    this.#isOpen = false;
    this.#child.kill('SIGKILL');
  }

  async #open(request: DuckdbRequest): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#onOpen = (failure) => (failure ? reject(toError(failure)) : resolve());
        const error = new DatabaseError('unavailable', 'The files could not be opened in time.');
        timer = setTimeout(() => reject(error), OPEN_LIMIT_MS);
        this.#send(request);
      });
    } catch (error) {
      this.kill();
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #run(query: DuckdbQuery, { limitMs, cancel }: QueryLimits): Promise<RowSet> {
    this.#queries += 1;
    const id = this.#queries;
    let reason: DatabaseError | null = null;
    let grace: NodeJS.Timeout | undefined;
    const interrupt = (error: DatabaseError): void => {
      reason ??= error;
      this.#send({ kind: 'cancel', id });
      grace ??= setTimeout(() => this.kill(), GRACE_MS);
    };
    const onCancel = (): void => interrupt(toAborted());
    const timer = setTimeout(
      () => interrupt(new DatabaseError('time-limit', 'The query takes too long.')),
      limitMs,
    );
    cancel?.addEventListener('abort', onCancel);
    return new Promise<RowSet>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject: (error) => reject(reason ?? error) });
      if (this.#isOpen) this.#send({ kind: 'read', id, ...query });
      else reject(toCrashed());
    }).finally(() => {
      this.#waiting.delete(id);
      clearTimeout(timer);
      clearTimeout(grace);
      cancel?.removeEventListener('abort', onCancel);
    });
  }

  #send(request: DuckdbRequest): void {
    // A process that has ended has an event for it.
    this.#child.send(request, () => {});
  }

  #onAnswer(answer: DuckdbAnswer): void {
    if (answer.kind === 'ready') this.#onOpen(null);
    else if (answer.kind === 'refused') this.#onOpen(answer.failure);
    else if (answer.kind === 'done') this.#waiting.get(answer.id)?.resolve(answer.result);
    else this.#waiting.get(answer.id)?.reject(toError(answer.failure));
  }

  #onEnd(): void {
    this.#isOpen = false;
    rmSync(this.#temporary, { recursive: true, force: true });
    const error = this.#isRetired ? toClosed() : toCrashed();
    this.#onOpen(error);
    for (const { reject } of this.#waiting.values()) reject(error);
  }

  #endIfRetired(): void {
    if (this.#isRetired && this.#users === 0) this.kill();
  }
}

function toError({ code, message, details }: DuckdbFailure): DatabaseError {
  return new DatabaseError(code, message, details);
}

function toCrashed(): DatabaseError {
  const message = 'The process of the query has ended. The query may need too much memory.';
  return new DatabaseError(CRASHED, message);
}

/**
 * Starts a DuckDB process. It gets none of the service's environment, which may have secrets, and writes nothing to its
 * output.
 */
function startChild(): ChildProcess {
  const entry = new URL(`./duckdb-child.${IS_COMPILED ? 'js' : 'ts'}`, import.meta.url);
  return fork(fileURLToPath(entry), {
    env: { TZ: 'UTC' },
    // A development dependency: the package contains the compiled files.
    execArgv: IS_COMPILED ? [] : ['--import', import.meta.resolve('tsx')],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}
