import { DatabaseError, type DataSource } from './database.ts';
import { parsePostgresAddress, type PostgresAddress, toServer } from './postgres-address.ts';
import { PostgresPool } from './postgres-pool.ts';

/** The connection string of the data that the service itself is set up with. */
export const DEMO_CONNECTION_STRING = 'pglite:demo';

const CONNECTIONS_EACH = 3;
/** Beyond that many, those that nobody used for longest are closed; while all are busy there is no other. */
const POOLS = 20;

/** Where a dashboard's queries run: on the service's own data, or where a call's connection string says. */
export class DataSources {
  readonly #own: DataSource;
  readonly #hosts: ReadonlySet<string>;
  readonly #limitMs: number;
  /** By their addresses, the latest used last. */
  readonly #pools = new Map<string, PostgresPool>();

  /** `hosts` are the servers that connection strings may name, `host` or `host:port`. */
  constructor(own: DataSource, hosts: readonly string[], limitMs: number) {
    this.#own = own;
    this.#hosts = new Set(hosts.map((text) => toKey(toServer(new URL(`postgres://${text}`)))));
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
    return address && this.#hosts.has(toKey(address)) ? address : null;
  }
}

function toKey({ host, port }: Pick<PostgresAddress, 'host' | 'port'>): string {
  return `${host}:${port}`;
}
