import { setTimeout } from 'node:timers/promises';
import pg, { type PoolClient } from 'pg';
import { CLOSE_LIMIT_MS, type DatabaseError, toAborted, waitAtMost } from '../database.ts';
import { isFull, isHostLost, isSpent, toDatabaseError } from './postgres-error.ts';
import type { PostgresHosts } from './postgres-hosts.ts';

/** The limits of {@link PostgresConnections}. */
export interface ConnectionLimits {
  /** The largest number of connections. */
  size: number;
  /** The longest wait in milliseconds while the server is full. */
  waitLimitMs: number;
  /** The time in milliseconds after which a server counts as unavailable that does not answer a query. */
  silenceLimitMs: number;
}

const IDLE_MS = 60_000;
/** The first wait between two attempts to connect to a full server. It doubles up to the limit, to spare the server. */
const RETRY_MS = 100;
const RETRY_LIMIT_MS = 1000;

/** The connections to the hosts of an address. Each is used by one caller at a time, and then used again. */
export class PostgresConnections {
  readonly #hosts: PostgresHosts;
  readonly #pool: pg.Pool;
  readonly #waitLimitMs: number;
  /** Connections that must not be used again. */
  readonly #broken = new WeakSet<PoolClient>();

  constructor(hosts: PostgresHosts, { size, waitLimitMs, silenceLimitMs }: ConnectionLimits) {
    this.#hosts = hosts;
    this.#waitLimitMs = waitLimitMs;
    this.#pool = new pg.Pool({
      max: size,
      idleTimeoutMillis: IDLE_MS,
      Client: class extends pg.Client {
        constructor() {
          super({ ...hosts.toConfig(), query_timeout: silenceLimitMs });
          hosts.add(this);
        }
      },
      onConnect: (client) => hosts.check(client as pg.Client, waitLimitMs),
    });
    // The pool reports the errors of idle connections.
    this.#pool.on('error', () => {});
  }

  get isOpen(): boolean {
    return !this.#pool.ending;
  }

  /** The numbers of connections with and without a query. */
  get count(): { busy: number; idle: number } {
    const { totalCount, idleCount } = this.#pool;
    return { busy: totalCount - idleCount, idle: idleCount };
  }

  /** Runs `work` on a connection. Closes the connection if it is broken, and reuses it otherwise. */
  async use<Result>(
    work: (client: PoolClient) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    let client: PoolClient | undefined;
    let failure: DatabaseError | undefined;
    try {
      client = await this.#findClient(signal);
      return await work(client);
    } catch (error) {
      failure = toDatabaseError(error);
      throw failure;
    } finally {
      client?.release(isSpent(failure) || this.#broken.has(client));
    }
  }

  /** Closes a connection when its user has ended. */
  discard(client: PoolClient): void {
    this.#broken.add(client);
  }

  async close(): Promise<void> {
    await waitAtMost(this.#pool.end(), CLOSE_LIMIT_MS);
  }

  /** Waits while the server has no connection left, because other processes have them all. */
  async #findClient(signal?: AbortSignal): Promise<PoolClient> {
    const endsAt = performance.now() + this.#waitLimitMs;
    for (let waitMs = RETRY_MS; ; waitMs = Math.min(2 * waitMs, RETRY_LIMIT_MS)) {
      try {
        return await this.#connectInTurn();
      } catch (error) {
        if (!isFull(error) || performance.now() >= endsAt || !this.isOpen) throw error;
      }
      await setTimeout(waitMs);
      if (signal?.aborted) throw toAborted();
    }
  }

  /** Tries each host once, and returns a connection to the first one that can be used. */
  async #connectInTurn(): Promise<PoolClient> {
    for (let left = this.#hosts.count; ; left -= 1) {
      const host = this.#hosts.current;
      try {
        return await this.#pool.connect();
      } catch (error) {
        if (!isHostLost(error)) throw error;
        this.#hosts.leave(host);
        if (left === 1 || !this.isOpen) throw error;
      }
    }
  }
}
