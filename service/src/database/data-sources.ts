import type { Allows, DataAddress, DataEngine, DataPool } from './data-engine.ts';
import type { FindFile } from './allowed-files.ts';
import type { SqlValue } from './bound-values.ts';
import type { DataSource, ReadOptions, RowSet } from './database.ts';
import { FairQueue } from './fair-queue.ts';
import { duckdbEngine } from './duckdb/duckdb-engine.ts';
import { mysqlEngine } from './mysql/mysql-engine.ts';
import { postgresEngine } from './postgres/postgres-engine.ts';
import type { AllowedServer, Server } from './server.ts';
import { ReportedQueries } from './reported-queries.ts';
import type { Report } from '../telemetry/events.ts';

/** The engines of data. A connection string belongs to one of them at most. */
const ENGINES: readonly DataEngine[] = [postgresEngine, mysqlEngine, duckdbEngine];

/** The connection string of the service's own data. */
export const DEMO_CONNECTION_STRING = 'pglite:demo';

/** The names for operators: of the service's own data, and of the connection string of a token. */
const OWN_DATA = 'own data';
const OF_TOKEN = 'of the token';

/** The largest number of connections per connection string. It limits the load on a customer's server. */
const CONNECTIONS_EACH = 4;
/**
 * The largest number of open pools, and of concurrent queries on all of them. Because both are equal, a query always
 * finds a pool to use or to replace.
 */
const POOLS = 20;

/** The options of {@link DataSources}. */
export interface DataSourcesOptions {
  /** The servers that a connection string may name. */
  servers: readonly AllowedServer[];
  /** The time limit of a query, in milliseconds. */
  limitMs: number;
  /** Finds the files that a connection string may name. Default: none. */
  findFile?: FindFile;
  /** Gets the queries. Default: nobody. */
  report?: Report;
}

/** The databases that dashboards read: the service's own data, and the databases of connection strings. */
export class DataSources {
  readonly #own: DataSource;
  readonly #servers: readonly AllowedServer[];
  readonly #limitMs: number;
  readonly #findFile: FindFile;
  /** The queries under way. */
  readonly queries: ReportedQueries;
  readonly #queue = new FairQueue({ size: POOLS });
  /** One queue per address, so that queries for a busy server do not block those for other servers. */
  readonly #queues = new Map<string, FairQueue>();
  /** The pools by address, the most recently used one last. */
  readonly #pools = new Map<string, DataPool>();

  constructor(
    own: DataSource,
    { servers, limitMs, findFile = () => null, report = () => {} }: DataSourcesOptions,
  ) {
    this.queries = new ReportedQueries(report);
    this.#own = this.queries.watch(own, OWN_DATA);
    this.#findFile = findFile;
    this.#servers = servers;
    this.#limitMs = limitMs;
  }

  /** Returns whether a call of a company may use this connection string. */
  allows(connectionString: string, companyId: number): boolean {
    return this.find(connectionString, companyId) !== null;
  }

  /**
   * Returns the database of a company's connection string, or the service's own without one. Returns `null` if the string is no
   * longer allowed: the lists of servers and files may have changed since the token was issued. `name`: the name of the
   * connection. Default: the string is that of a token.
   */
  find(connectionString: string | null, companyId: number, name = OF_TOKEN): DataSource | null {
    if (!connectionString || connectionString === DEMO_CONNECTION_STRING) return this.#own;
    const address = parseDataAddress(connectionString, {
      server: (...server) => this.#isAllowed(...server),
      file: (path) => this.#findFile(path, companyId),
    });
    if (!address) return null;
    const key = address.isPrivate ? `${companyId} ${address.key}` : address.key;
    return this.queries.watch(this.#toSource({ ...address, key }), name);
  }

  async close(): Promise<void> {
    for (const queue of [this.#queue, ...this.#queues.values()]) queue.close();
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
  }

  #toSource(address: DataAddress): DataSource {
    return { dialect: address.dialect, read: (...query) => this.#read(address, query) };
  }

  #isAllowed({ host, port }: Server, defaultPort: number): boolean {
    return this.#servers.some((each) => each.host === host && (each.port ?? defaultPort) === port);
  }

  async #read(
    address: DataAddress,
    query: [sql: string, values: readonly SqlValue[], options: ReadOptions],
  ): Promise<RowSet> {
    const { key } = address;
    const [, , { owner, signal }] = query;
    // Without `onStart`: the query runs when it has its place in the pool.
    const turn = { owner, signal };
    const queue = this.#queues.get(key) ?? new FairQueue({ size: CONNECTIONS_EACH });
    this.#queues.set(key, queue);
    try {
      return await queue.run(turn, () =>
        this.#queue.run(turn, () => this.#findPool(address).read(...query)),
      );
    } finally {
      if (!queue.isBusy) this.#queues.delete(key);
    }
  }

  /**
   * Returns the pool of an address. At the limit of {@link POOLS}, a new pool replaces the one that was idle for
   * longest.
   */
  #findPool(address: DataAddress): DataPool {
    const { key } = address;
    const pool = this.#pools.get(key) ?? this.#open(address);
    this.#pools.delete(key);
    this.#pools.set(key, pool);
    return pool;
  }

  #open(address: DataAddress): DataPool {
    const idle = [...this.#pools].find(([, pool]) => !pool.isBusy);
    if (idle && this.#pools.size >= POOLS) {
      this.#pools.delete(idle[0]);
      void idle[1].close();
    }
    return address.open({ connections: CONNECTIONS_EACH, limitMs: this.#limitMs });
  }
}

/** Parses a connection string of any engine. Returns `null` if it is malformed or not allowed. */
export function parseDataAddress(connectionString: string, allows: Allows): DataAddress | null {
  for (const engine of ENGINES) {
    const address = engine(connectionString, allows);
    if (address) return address;
  }
  return null;
}
