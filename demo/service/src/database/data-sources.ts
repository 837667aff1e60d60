import { DatabaseError, type DataSource } from './database.ts';
import {
  parsePostgresAddress,
  type PostgresAddress,
  type PostgresServer,
} from './postgres-address.ts';
import { PostgresPool } from './postgres-pool.ts';

/** The connection string of the data that the service itself is set up with. */
export const DEMO_CONNECTION_STRING = 'pglite:demo';

const CONNECTIONS_EACH = 3;
/** Beyond that many, those that nobody used for longest are closed; while all are busy there is no other. */
const POOLS = 20;

/** Where a dashboard's queries run: on the service's own data, or where a call's connection string says. */
export class DataSources {
  readonly #own: DataSource;
  /** As text, `host:port`. */
  readonly #servers: ReadonlySet<string>;
  readonly #limitMs: number;
  /** By their addresses, the latest used last. */
  readonly #pools = new Map<string, PostgresPool>();

  /** `servers` are those that connection strings may name. */
  constructor(own: DataSource, servers: readonly PostgresServer[], limitMs: number) {
    this.#own = own;
    this.#servers = new Set(servers.map(toKey));
    this.#limitMs = limitMs;
  }

  /** Whether a call may ask for this connection string. */
  allows(connectionString: string): boolean {
    return connectionString === DEMO_CONNECTION_STRING || this.#reach(connectionString) !== null;
  }

  /**
   * The source that a connection string names; the service's own without one. `null` where it is not
   * allowed any more: the list of hosts may have changed since the token was issued.
   */
  find(connectionString: string | null): DataSource | null {
    if (!connectionString || connectionString === DEMO_CONNECTION_STRING) return this.#own;
    const address = this.#reach(connectionString);
    if (!address) return null;
    const key = JSON.stringify(address);
    const pool = this.#pools.get(key) ?? this.#open(address);
    this.#pools.delete(key);
    this.#pools.set(key, pool);
    return pool;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  #open(address: PostgresAddress): PostgresPool {
    const idle = [...this.#pools].find(([, pool]) => !pool.isBusy);
    if (this.#pools.size >= POOLS) {
      if (!idle) throw new DatabaseError('unavailable', 'Too many servers are in use at once.');
      this.#pools.delete(idle[0]);
      void idle[1].close();
    }
    return new PostgresPool({ address, size: CONNECTIONS_EACH, readLimitMs: this.#limitMs });
  }

  /** Where it leads; `null` for a server that is not listed. */
  #reach(connectionString: string): PostgresAddress | null {
    const address = parsePostgresAddress(connectionString);
    return address && this.#servers.has(toKey(address)) ? address : null;
  }
}

function toKey({ host, port }: PostgresServer): string {
  return `${host}:${port}`;
}
