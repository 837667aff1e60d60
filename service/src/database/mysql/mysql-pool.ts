import type * as Driver from 'mysql2';
import type { ConnectionOptions, Pool, PoolConnection, PrepareStatementInfo } from 'mysql2';
import type { SqlValue } from '../bound-values.ts';
import type { DataLimits, DataPool } from '../data-engine.ts';
import {
  CLOSE_LIMIT_MS,
  DatabaseError,
  type ReadOptions,
  type RowSet,
  toAborted,
  untilLimit,
  waitAtMost,
} from '../database.ts';
import { FairQueue } from '../fair-queue.ts';
import { withComment } from '../query-comment.ts';
import type { ServerAddress } from '../server-url.ts';
import { runUntilCanceled } from '../until-canceled.ts';
import { MYSQL } from './mysql-dialect.ts';
import { toConnectError, toDatabaseError } from './mysql-errors.ts';
import { closeNow, fetchRows, type PartialResult } from './mysql-result.ts';
import { withoutSemicolon } from './named-parameters.ts';
import { loadDriver } from '../optional-driver.ts';

const CONNECT_LIMIT_MS = 5000;
/** The time after which a silent server counts as unavailable, independent of its own limits. */
const SILENCE_LIMIT_MS = 30_000;
const IDLE_MS = 60_000;

/** The form of values. Big integers, decimals, dates and instants are texts, so that they keep all digits and zones. */
const VALUES: ConnectionOptions = {
  dateStrings: true,
  supportBigNumbers: true,
  bigNumberStrings: true,
  jsonStrings: true,
  rowsAsArray: true,
  // The library's own objects do not say which shape a geometry has.
  typeCast: (field, next) => (field.type === 'GEOMETRY' ? field.buffer() : next()),
  // The library would compile a function from the names of columns.
  disableEval: true,
};

/** The errors after which a connection is broken, or a late row or request may meet its next query. */
const SPENT: ReadonlySet<string> = new Set(['unavailable', 'aborted', 'too-large', 'time-limit']);

/** A MariaDB or MySQL server, with as many connections as there are concurrent queries. */
export class MysqlPool implements DataPool {
  readonly dialect = MYSQL;
  readonly #options: ConnectionOptions;
  readonly #limits: DataLimits;
  /** Queries wait here, because the library's own queue is not fair, and a query cannot leave it. */
  readonly #queue: FairQueue;
  #pool: Promise<Pool> | undefined;

  constructor(address: ServerAddress, limits: DataLimits) {
    const { ssl, ...login } = address;
    this.#limits = limits;
    this.#queue = new FairQueue({ size: limits.connections });
    this.#options = {
      ...VALUES,
      ...login,
      ...(ssl && { ssl: ssl === true ? { verifyIdentity: true } : ssl }),
      // A server must not ask for files of this process.
      flags: ['-LOCAL_FILES'],
      multipleStatements: false,
      connectTimeout: CONNECT_LIMIT_MS,
    };
  }

  /** Whether a query runs or waits. */
  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  async read(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<RowSet> {
    const { owner, onStart, signal } = options;
    return this.#queue.run({ owner, onStart, signal }, () => this.#read(sql, values, options));
  }

  async close(): Promise<void> {
    this.#queue.close();
    const pool = await this.#pool?.catch(() => undefined);
    if (pool) await waitAtMost(pool.promise().end(), CLOSE_LIMIT_MS);
  }

  async #read(sql: string, values: readonly SqlValue[], options: ReadOptions): Promise<RowSet> {
    const connection = await this.#connect();
    let isSpent = true;
    try {
      const cancel = (): void => void this.#cancel(connection.threadId);
      const selected = runUntilCanceled(options.cancel, cancel, () =>
        this.#select(connection, sql, values, options),
      );
      const silenceMs = Math.max(SILENCE_LIMIT_MS, 2 * this.#limits.limitMs);
      const { isCut, ...result } = await untilLimit(selected, silenceMs, refuseSilence);
      isSpent = isCut;
      return result;
    } catch (error) {
      const failure = toDatabaseError(error, sql);
      isSpent = SPENT.has(failure.code);
      throw failure;
    } finally {
      if (isSpent || !(await isReset(connection))) closeNow(connection);
      else connection.release();
    }
  }

  async #select(
    connection: PoolConnection,
    sql: string,
    values: readonly SqlValue[],
    options: ReadOptions,
  ): Promise<PartialResult> {
    const { maxRows, cancel } = options;
    await run(connection, toSettings(this.#limits.limitMs, maxRows));
    await run(connection, 'START TRANSACTION READ ONLY');
    const statement = await prepare(connection, withComment(sql, options));
    await assertSelect(connection, sql);
    // A request to cancel does nothing between two statements.
    if (cancel?.aborted) throw toAborted();
    return fetchRows(connection, statement, values, maxRows);
  }

  async #connect(): Promise<PoolConnection> {
    this.#pool ??= this.#open();
    const pool = await this.#pool;
    return new Promise((resolve, reject) => {
      pool.getConnection((error, connection) => {
        if (error) reject(toConnectError(error));
        else resolve(connection);
      });
    });
  }

  async #open(): Promise<Pool> {
    const { createPool } = await loadMysql();
    const { connections } = this.#limits;
    return createPool({
      ...this.#options,
      // The queue sets the limit. The library closes idle connections only if they may be fewer than its own limit.
      connectionLimit: connections + 1,
      maxIdle: connections,
      idleTimeout: IDLE_MS,
    });
  }

  /** Cancels the running query of a connection. The time limit ends it if this fails. */
  async #cancel(threadId: number): Promise<void> {
    const { createConnection } = await loadMysql();
    const connection = createConnection(this.#options);
    connection.on('error', () => {});
    connection.query(`KILL QUERY ${threadId}`, () => connection.destroy());
  }
}

/**
 * Returns a statement that makes the settings of a query. Each server reads only its own limit of time. The mode says
 * what quotes and backslashes mean, as {@link MYSQL} reads them.
 */
function toSettings(limitMs: number, maxRows: number | undefined): string {
  return `SET time_zone = '+00:00', sql_mode = 'STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION',
    sql_select_limit = ${maxRows ?? 'DEFAULT'}
    /*M!100100 , max_statement_time = ${limitMs / 1000} */ /*!50708 , max_execution_time = ${limitMs} */`;
}

/** Throws if the SQL is anything else than one SELECT without INTO: only that can be a part of another SELECT. */
async function assertSelect(connection: PoolConnection, sql: string): Promise<void> {
  try {
    await prepare(connection, `SELECT EXISTS (${withoutSemicolon(sql)}\n)`);
  } catch (error) {
    if (toDatabaseError(error).code === 'unavailable') throw error;
    throw new DatabaseError('42601', 'The SQL of a dataset is one SELECT, without INTO.');
  }
}

function run(connection: PoolConnection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, (error) => (error ? reject(error) : resolve()));
  });
}

function prepare(connection: PoolConnection, sql: string): Promise<PrepareStatementInfo> {
  return new Promise((resolve, reject) => {
    connection.prepare(sql, (error, statement) => (error ? reject(error) : resolve(statement)));
  });
}

/** Ends the transaction, and removes the session's locks, variables, settings and prepared statements. */
function isReset(connection: PoolConnection): Promise<boolean> {
  return new Promise((resolve) => {
    connection.reset((error) => resolve(!error));
  });
}

function refuseSilence(): never {
  throw new DatabaseError('unavailable', 'The server does not answer.');
}

/** Loads the driver. Throws {@link DatabaseError} if it is not installed. */
function loadMysql(): Promise<typeof Driver> {
  return loadDriver({
    engine: 'MariaDB and MySQL',
    package: 'mysql2@3',
    load: () => import('mysql2'),
  });
}
