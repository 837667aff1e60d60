import type { SqlValue } from '../bound-values.ts';
import type { DataLimits, DataPool } from '../data-engine.ts';
import { CLOSE_LIMIT_MS, type ReadOptions, type RowSet, waitAtMost } from '../database.ts';
import { FairQueue } from '../fair-queue.ts';
import { DUCKDB } from './duckdb-dialect.ts';
import { findFiles } from './duckdb-files.ts';
import type { DateOrder } from './duckdb-messages.ts';
import { DuckdbProcess } from './duckdb-process.ts';

/** The time after which an idle process ends, in milliseconds. */
const IDLE_MS = 60_000;

/**
 * A database file, or a folder of files, in a process of its own. A new process replaces one that has ended, or whose
 * files have changed on the disk.
 */
export class DuckdbPool implements DataPool {
  readonly dialect = DUCKDB;
  readonly #path: string;
  readonly #dates: DateOrder | undefined;
  readonly #limitMs: number;
  readonly #queue: FairQueue;
  readonly #processes = new Set<DuckdbProcess>();
  #current: DuckdbProcess | null = null;
  #idle: NodeJS.Timeout | undefined;

  /** `path` is a real path. `dates`: the order of dates in CSV files. */
  constructor(path: string, { connections, limitMs }: DataLimits, dates?: DateOrder) {
    this.#path = path;
    this.#dates = dates;
    this.#limitMs = limitMs;
    this.#queue = new FairQueue({ size: connections });
  }

  /** Whether a query runs or waits. */
  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  async read(
    sql: string,
    values: readonly SqlValue[],
    { owner, onStart, signal, maxRows, cancel }: ReadOptions,
  ): Promise<RowSet> {
    clearTimeout(this.#idle);
    try {
      return await this.#queue.run({ owner, onStart, signal }, async () => {
        const current = await this.#findProcess();
        return current.read({ sql, values, maxRows }, { limitMs: this.#limitMs, cancel });
      });
    } finally {
      clearTimeout(this.#idle);
      if (!this.isBusy) this.#idle = setTimeout(() => this.#current?.retire(), IDLE_MS).unref();
    }
  }

  async close(): Promise<void> {
    this.#queue.close();
    clearTimeout(this.#idle);
    const ended = [...this.#processes].map((each) => each.ended);
    for (const each of this.#processes) each.kill();
    await waitAtMost(Promise.all(ended), CLOSE_LIMIT_MS);
  }

  async #findProcess(): Promise<DuckdbProcess> {
    const files = await findFiles(this.#path);
    if (this.#current?.isOpen && this.#current.version === files.version) return this.#current;
    this.#current?.retire();
    const started = new DuckdbProcess({ ...files, dates: this.#dates });
    this.#processes.add(started);
    void started.ended.then(() => this.#processes.delete(started));
    this.#current = started;
    return started;
  }
}
