import { afterEach, beforeEach, vi } from 'vitest';
import type { DataSource, ReadOptions, RowSet } from '../../../service/src/database/database.ts';
import { OWN_DIALECT } from '../../../service/src/database/dialects.ts';
import { FairQueue } from '../../../service/src/database/fair-queue.ts';
import { type PageSources, QueryCache } from '../../../service/src/database/query-cache.ts';
import { SecretBox } from '../../../service/src/secrets/secret-box.ts';
import { turns } from '../../support/scripted-upstream.ts';
import { SECRET } from '../../support/test-database.ts';

export const SQL = 'SELECT 1 AS n';
export const DASHBOARD = { companyId: 1, guid: 'sales', version: 1 };
export const ANNA = { companyId: 1, sessionId: 'anna' };
export const BEN = { companyId: 1, sessionId: 'ben' };
export const box = new SecretBox(SECRET);

/** A query that runs until the test ends it. */
export interface Run {
  sql: string;
  cancel: AbortSignal;
  resolve: (rows: RowSet) => void;
  reject: (error: Error) => void;
}

/** A cache over a database with `size` places. */
export class TestedCache {
  readonly closing = new AbortController();
  /** The queries that got a place, in their order. */
  readonly runs: Run[] = [];
  readonly cache: QueryCache;
  now = 1000;

  constructor({ keptMs = 15_000, size = 10 } = {}) {
    const queue = new FairQueue({ size });
    const source: DataSource = {
      dialect: OWN_DIALECT,
      read: (sql, _, options) =>
        queue.run(options, () => {
          const { cancel } = options as { cancel: AbortSignal };
          return new Promise((resolve, reject) => this.runs.push({ sql, cancel, resolve, reject }));
        }),
    };
    this.cache = new QueryCache({
      sources: { find: (connectionString) => (connectionString === 'refused' ? null : source) },
      keptMs,
      fingerprint: (text) => box.fingerprint(text),
      now: () => this.now,
      closing: this.closing.signal,
    });
  }

  /** Begins to read as a page of a reader. */
  async read(
    options: ReadOptions = {},
    sql = SQL,
  ): Promise<{ rows: Promise<RowSet>; page: PageSources }> {
    const page = this.cache.openPage(DASHBOARD);
    const rows = page.find(null, 1)!.read(sql, [], options);
    // The test awaits the rows later.
    rows.catch(() => {});
    await turns(1);
    return { rows, page };
  }

  /** Reads, and returns the text that a reader sees at once: `waits` if a query has to end first. */
  async see(options?: ReadOptions): Promise<unknown> {
    const { rows } = await this.read(options);
    const seen = await Promise.race([rows, turns(1)]);
    return seen ? seen.rows[0]!.n : 'waits';
  }

  /** Keeps a result that is old now. Its query is the first run. */
  async keepOld(): Promise<void> {
    await this.runsFor(SQL, toResult('old'));
    this.pass(15_001);
  }

  /** Ends the latest query. */
  async end(result: RowSet | Error): Promise<void> {
    const { resolve, reject } = this.runs.at(-1)!;
    if (result instanceof Error) reject(result);
    else resolve(result);
    await turns(1);
  }

  /** Sets the clocks of the service and of the cache forward. */
  pass(ms: number): void {
    this.now += ms;
    vi.advanceTimersByTime(ms);
  }

  /** Reads alone, and returns whether a query ran. */
  async runsFor(sql = SQL, result = toResult()): Promise<boolean> {
    const before = this.runs.length;
    const { rows } = await this.read({}, sql);
    this.runs[before]?.resolve(result);
    await rows;
    return this.runs.length > before;
  }
}

/** Returns a result of one text. */
export function toResult(text = ''): RowSet {
  return { columns: [{ name: 'n', type: 'text' }], rows: [{ n: text }] };
}

/** Stops the clock of a file's tests, which set it forward. */
export function useStoppedClock(): void {
  beforeEach(() => {
    // The cache reads the clock again when a timer of a millisecond has ended.
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    // The library takes the time 0 as no time.
    vi.advanceTimersByTime(1);
  });

  afterEach(() => vi.useRealTimers());
}
