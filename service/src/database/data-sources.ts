import type { DataSource, ReadOptions, RowSet, SqlValue } from './database.ts';
import { FairQueue } from './fair-queue.ts';
import {
  parsePostgresAddress,
  type PostgresAddress,
  type PostgresServer,
} from './postgres-address.ts';
import { PostgresPool } from './postgres-pool.ts';

/** The connection string of the service's own data. */
export const DEMO_CONNECTION_STRING = 'pglite:demo';

/** The largest number of connections per connection string. It limits the load on a customer's server. */
const CONNECTIONS_EACH = 4;
/**
 * The largest number of open pools, and of concurrent queries on all of them. Because both are equal, a query always
 * finds a pool to use or to replace.
 */
const POOLS = 20;

/** The databases that dashboards read: the service's own data, and the databases of connection strings. */
export class DataSources {
  readonly #own: DataSource;
  /** The allowed servers, each as `host:port`. */
  readonly #servers: ReadonlySet<string>;
  readonly #limitMs: number;
  readonly #queue = new FairQueue({ size: POOLS });
  /** One queue per address, so that queries for a busy server do not block those for other servers. */
  readonly #queues = new Map<string, FairQueue>();
  /** The pools by address, the most recently used one last. */
  readonly #pools = new Map<string, PostgresPool>();

  /** Connection strings may name only `servers`. */
  constructor(own: DataSource, servers: readonly PostgresServer[], limitMs: number) {
    this.#own = own;
    this.#servers = new Set(servers.map(toKey));
    this.#limitMs = limitMs;
  }

  /** Returns whether a call may use this connection string. */
  allows(connectionString: string): boolean {
    return this.find(connectionString) !== null;
  }

  /**
   * Returns the database of a connection string, or the service's own without one. Returns `null` if the string is no
   * longer allowed: the list of servers may have changed since the token was issued.
   */
  find(connectionString: string | null): DataSource | null {
    if (!connectionString || connectionString === DEMO_CONNECTION_STRING) return this.#own;
    const address = parsePostgresAddress(connectionString);
    if (!address || !this.#servers.has(toKey(address))) return null;
    return { read: (...query) => this.#read(address, query) };
  }

  async close(): Promise<void> {
    for (const queue of [this.#queue, ...this.#queues.values()]) queue.close();
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  async #read(
    address: PostgresAddress,
    query: [sql: string, values: readonly SqlValue[], options: ReadOptions],
  ): Promise<RowSet> {
    const key = JSON.stringify(address);
    const [, , { owner, signal }] = query;
    // Without `onStart`: the query runs when it has its place in the pool.
    const turn = { owner, signal };
    const queue = this.#queues.get(key) ?? new FairQueue({ size: CONNECTIONS_EACH });
    this.#queues.set(key, queue);
    try {
      return await queue.run(turn, () =>
        this.#queue.run(turn, () => this.#findPool(key, address).read(...query)),
      );
    } finally {
      if (!queue.isBusy) this.#queues.delete(key);
    }
  }

  /**
   * Returns the pool of an address. At the limit of {@link POOLS}, a new pool replaces the one that was idle for
   * longest.
   */
  #findPool(key: string, address: PostgresAddress): PostgresPool {
    const pool = this.#pools.get(key) ?? this.#open(address);
    this.#pools.delete(key);
    this.#pools.set(key, pool);
    return pool;
  }

  #open(address: PostgresAddress): PostgresPool {
    const idle = [...this.#pools].find(([, pool]) => !pool.isBusy);
    if (idle && this.#pools.size >= POOLS) {
      this.#pools.delete(idle[0]);
      void idle[1].close();
    }
    return new PostgresPool({ address, size: CONNECTIONS_EACH, readLimitMs: this.#limitMs });
  }
}

function toKey({ host, port }: PostgresServer): string {
  return `${host}:${port}`;
}
