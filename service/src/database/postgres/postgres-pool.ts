import type { PoolClient } from 'pg';
import type { DataPool } from '../data-engine.ts';
import { addIndex, type NewIndex } from './added-index.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { cancelQuery } from './cancel-query.ts';
import { CURSOR, type DriverDetails, toErrorDetails } from './cursor.ts';
import type { SqlValue } from '../bound-values.ts';
import {
  CONFLICT,
  type Database,
  DatabaseError,
  type LockName,
  type Queries,
  type ReadOptions,
  type Row,
  type RowSet,
  SCRIPT_LIMIT_MS,
  type Statements,
  STATEMENT_LIMIT_MS,
  toAborted,
  UNKNOWN_END,
} from '../database.ts';
import { SettingError } from '../../process/setting-error.ts';
import { FairQueue, type Turn } from '../fair-queue.ts';
import { withComment } from '../query-comment.ts';
import { fetchRaw, runOne, runWithSettings, toLocalSettings } from './local-settings.ts';
import { measureQuery } from './measured-query.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { PostgresConnections } from './postgres-connections.ts';
import { POSTGRES } from './postgres-dialect.ts';
import { isSpent, toDatabaseError, toReadError } from './postgres-error.ts';
import { type LimitedQuery, PostgresHosts } from './postgres-hosts.ts';
import { toColumns, toRows } from './result-columns.ts';
import { runUntilCanceled } from '../until-canceled.ts';
import { toTokenSettings } from './token-settings.ts';

/** The options of a pool of connections to a PostgreSQL server. */
export interface PostgresPoolOptions {
  address: PostgresAddress;
  /** A pool of the same database. Both give up a host together. */
  related?: PostgresPool | undefined;
  /** The schema of unqualified names. Default: that of the server. */
  schema?: string;
  /** The largest number of connections. */
  size: number;
  /** The longest wait in milliseconds while all connections are busy. Default: no limit. */
  waitLimitMs?: number;
  /** The time limit of a {@link DataSource.read} in milliseconds. */
  readLimitMs: number;
  /** The database role under which {@link DataSource.read} runs. */
  readRole?: string;
}

/** The longest wait for the lock, in milliseconds: as long as another process may need to change the tables. */
const LOCK_LIMIT_MS = SCRIPT_LIMIT_MS;
/** The time after which a silent server counts as unavailable, independent of its own limits. */
const SILENCE_LIMIT_MS = 30_000;

type Work<Result> = (client: PoolClient) => Promise<Result>;

/** A PostgreSQL server, with as many connections as there are concurrent queries. */
export class PostgresPool implements Database, DataPool {
  readonly dialect = POSTGRES;
  readonly #hosts: PostgresHosts;
  readonly #connections: PostgresConnections;
  /** Queries wait here, because the library's own queue is not fair, and a query cannot leave it. */
  readonly #queue: FairQueue;
  /** The statements that make the settings of a transaction of each kind. */
  readonly #settings: Record<'own' | 'script' | 'read', string>;

  constructor(options: PostgresPoolOptions) {
    const { address, related, schema, size, waitLimitMs, readLimitMs, readRole } = options;
    this.#hosts = new PostgresHosts(address, related && related.#hosts);
    this.#queue = new FairQueue({ size, waitLimitMs });
    this.#connections = new PostgresConnections(this.#hosts, {
      size,
      waitLimitMs: waitLimitMs ?? readLimitMs,
      silenceLimitMs: Math.max(SILENCE_LIMIT_MS, 2 * readLimitMs),
    });
    this.#settings = {
      own: toLocalSettings({ schema, limitMs: STATEMENT_LIMIT_MS }),
      script: toLocalSettings({ schema, limitMs: SCRIPT_LIMIT_MS }),
      read: toLocalSettings({ schema, limitMs: readLimitMs, role: readRole ?? 'none' }),
    };
  }

  /** Whether a query runs or waits. */
  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  get isOpen(): boolean {
    return this.#connections.isOpen;
  }

  /** The numbers of connections with and without a query. */
  get connections(): { busy: number; idle: number } {
    return this.#connections.count;
  }

  async query(sql: string, values: readonly SqlValue[] = []): Promise<Row[]> {
    const { own } = this.#settings;
    return this.#use(async (client) => {
      const run = () => runWithSettings(client, own, sql, values);
      return (await this.#hosts.listen(client, run)).rows;
    });
  }

  async execute(sql: string): Promise<void> {
    await this.#use((client) => runScript(client, this.#settings.script, sql));
  }

  /**
   * Every error but a {@link SettingError} becomes a {@link DatabaseError}. Its code is `55P03` if another process keeps
   * the lock. One connection holds the lock and does the work, because the pool may have no second one.
   */
  async exclusively<Result>(
    work: (locked: Statements) => Promise<Result>,
    lock: LockName = 'tables',
  ): Promise<Result> {
    const { own, script } = this.#settings;
    const begin = `BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${LOCK_LIMIT_MS};
      SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS[lock]}); SET LOCAL lock_timeout = DEFAULT; ${own}`;
    // Longer than the wait, so that the error names the lock.
    const query_timeout = LOCK_LIMIT_MS + SILENCE_LIMIT_MS;
    return this.#transactOrRefuse(toStart({ text: begin, query_timeout }), async (client) => {
      const result = await work({
        query: async (sql, values) => (await runOne(client, sql, values)).rows,
        execute: (sql) => runScript(client, script, sql),
      });
      await commit(client);
      return result;
    });
  }

  /** Runs `work` on one state of the database: it does not see what other sessions change meanwhile. */
  async onSnapshot<Result>(work: (state: Queries) => Promise<Result>): Promise<Result> {
    const begin = `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${this.#settings.own}`;
    return this.#transactOrRefuse(toStart(begin), (client) =>
      work({ query: async (sql, values) => (await runOne(client, sql, values)).rows }),
    );
  }

  /** Runs a query once more that a standby has ended, because its copy of the data had to go on. */
  async read(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<RowSet> {
    try {
      return await this.#readOnce(sql, values, options);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === CONFLICT)) throw error;
      return this.#readOnce(sql, values, { ...options, onStart: undefined });
    }
  }

  async #readOnce(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<RowSet> {
    const { signal, locked } = options;
    const read: Work<RowSet> = async (client) => {
      if (signal?.aborted) throw toAborted();
      return fetchRows(client, sql, values, options);
    };
    const run: Work<RowSet> = (client) => {
      const cancel = (): void => cancelQuery(client);
      return runUntilCanceled(options.cancel, cancel, () => read(client));
    };
    const begin = `BEGIN READ ONLY; ${this.#settings.read}; ${toTokenSettings(locked)}`;
    const start: Work<unknown> = (client) => this.#hosts.listen(client, () => client.query(begin));
    return this.#transact(start, run, options);
  }

  /** Adds an index on connections of its own, because that takes minutes. See {@link addIndex}. */
  addIndex(index: NewIndex, signal: AbortSignal): Promise<void> {
    return addIndex(this.#hosts, index, signal);
  }

  async close(): Promise<void> {
    this.#queue.close();
    await this.#connections.close();
  }

  /** A refusal of the caller's own rolls back, and is not an error of the server. */
  async #transactOrRefuse<Result>(begin: Work<unknown>, work: Work<Result>): Promise<Result> {
    const answer = await this.#transact(begin, async (client) => {
      try {
        return { result: await work(client) };
      } catch (error) {
        if (error instanceof SettingError) return error;
        throw error;
      }
    });
    if (answer instanceof SettingError) throw answer;
    return answer.result;
  }

  /**
   * Rolls back the changes of `work`, because even a read-only transaction can create large objects. Also releases
   * the session's advisory locks: they outlive the rollback, and other processes would wait for them.
   */
  async #transact<Result>(
    begin: Work<unknown>,
    work: Work<Result>,
    turn: Turn = {},
  ): Promise<Result> {
    return this.#use(async (client) => {
      let failure: DatabaseError | undefined;
      try {
        await begin(client);
        return await work(client);
      } catch (error) {
        failure = toDatabaseError(error);
        throw failure;
      } finally {
        if (!isSpent(failure)) await this.#rollBack(client);
      }
    }, turn);
  }

  /** Ends a transaction. Its work is done or has failed already: if this fails, only the connection is lost. */
  async #rollBack(client: PoolClient): Promise<void> {
    try {
      const run = () => client.query('ROLLBACK; SELECT pg_advisory_unlock_all()');
      await this.#hosts.listen(client, run);
    } catch {
      this.#connections.discard(client);
    }
  }

  #use<Result>(work: Work<Result>, turn: Turn = {}): Promise<Result> {
    return this.#queue.run(turn, () => this.#connections.use(work, turn.signal));
  }
}

function toStart(begin: string | LimitedQuery): Work<unknown> {
  return (client) => client.query(begin);
}

/** Saves the changes of a transaction. */
async function commit(client: PoolClient): Promise<void> {
  try {
    await client.query('COMMIT');
  } catch (error) {
    const failure = toDatabaseError(error);
    if (failure.code !== 'unavailable') throw failure;
    throw new DatabaseError(UNKNOWN_END, failure.message);
  }
}

/** PostgreSQL runs several statements in one message as one transaction. */
async function runScript(client: PoolClient, settings: string, sql: string): Promise<void> {
  const text = `${settings}; ${sql}`;
  const script: LimitedQuery = { text, query_timeout: SCRIPT_LIMIT_MS + SILENCE_LIMIT_MS };
  await client.query(script);
}

async function fetchRows(
  client: PoolClient,
  sql: string,
  values: readonly SqlValue[],
  options: ReadOptions,
): Promise<RowSet> {
  const { maxRows, cancel } = options;
  const cursor = `${CURSOR}${sql}`;
  try {
    await runOne(client, withComment(cursor, options), values);
    // A request to cancel does nothing between two statements.
    if (cancel?.aborted) throw toAborted();
    const fetch = withComment(`FETCH FORWARD ${maxRows ?? 'ALL'} FROM dataset`, options);
    const { fields, rows } = await measureQuery(client, () => fetchRaw(client, fetch));
    return { columns: toColumns(fields), rows: toRows(fields, rows) };
  } catch (error) {
    const { code, message } = toReadError(error);
    throw new DatabaseError(code, message, toErrorDetails(error as DriverDetails, cursor));
  }
}
