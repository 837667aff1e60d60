import { setImmediate } from 'node:timers/promises';
import pg, { type ClientConfig } from 'pg';
import { DatabaseError, STATEMENT_LIMIT_MS, untilLimit } from '../database.ts';
import type { Server } from '../server.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { isReadOnly } from './postgres-error.ts';

/** The longest wait for a connection to one host, in milliseconds. Meanwhile, another one may take writes. */
const CONNECT_LIMIT_MS = 3000;
/** The wait for the answer of an own statement, in milliseconds. A host that works reports its own limit in time. */
const ANSWER_LIMIT_MS = STATEMENT_LIMIT_MS + 1000;

/** These types stay text, as in PGlite: as JavaScript values, they would lose a time zone. */
const TEXT_TYPES = new Set<number>([
  pg.types.builtins.DATE,
  pg.types.builtins.TIMESTAMP,
  pg.types.builtins.TIMESTAMPTZ,
]);
const types: ClientConfig['types'] = {
  getTypeParser: (id, format) =>
    TEXT_TYPES.has(id) ? (value: string) => value : pg.types.getTypeParser(id, format),
};

/**
 * The hosts of an address, and the connections to them. New connections go to one host until it cannot be used. Then the
 * next one has its turn.
 */
export class PostgresHosts {
  readonly #address: PostgresAddress;
  /** The hosts of all addresses of one database, with these: they lose a host together. */
  readonly #related: Set<PostgresHosts>;
  /** The connections, with the times at which they were begun. */
  readonly #clients = new Map<pg.Client, number>();
  #turn = 0;

  constructor(address: PostgresAddress, related?: PostgresHosts) {
    this.#address = address;
    this.#related = related ? related.#related : new Set();
    this.#related.add(this);
  }

  get count(): number {
    return this.#address.servers.length;
  }

  /** The host of new connections. */
  get current(): Server {
    return this.#address.servers[this.#turn]!;
  }

  /** Gives the next host its turn, unless another call has done that. */
  leave({ host, port }: Server): void {
    const { current } = this;
    if (host === current.host && port === current.port) this.#turn = (this.#turn + 1) % this.count;
  }

  /** Returns the settings of a connection to the current host. They are complete: environment variables add nothing. */
  toConfig(): ClientConfig {
    const { user, password, database, ssl, applicationName } = this.#address;
    return {
      ...this.current,
      ...{ user, password, database, ssl },
      application_name: applicationName,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      keepAlive: true,
      types,
    };
  }

  /** Adds a new connection. It leads to the current host. */
  add(client: pg.Client): void {
    this.#clients.set(client, performance.now());
    // If a connection breaks, the call that uses it fails. Nobody else needs the error.
    client.on('error', () => {});
    client.once('end', () => this.#clients.delete(client));
  }

  /** Throws {@link DatabaseError} if a new connection leads to a standby, and the address asks for another server. */
  async check(client: pg.Client, query_timeout: number): Promise<void> {
    if (!this.#address.isPrimary) return;
    // Not `in_hot_standby`, which a connection gets without asking: a pooler repeats its first value for a long time.
    const text = 'SELECT pg_is_in_recovery() AS is_standby';
    const question: LimitedQuery = { text, query_timeout };
    try {
      const { rows } = await client.query(question);
      if (rows[0].is_standby !== true) return;
      throw new DatabaseError('unavailable', 'The server is a standby.', { reason: 'standby' });
    } catch (error) {
      // Otherwise the pool waits until the host has closed the connection, which may never happen.
      client.connection.stream.destroy();
      throw error;
    }
  }

  /**
   * Runs an own statement. If the host does not answer, all connections to it are given up: the next statements would
   * wait for it as well. A connection that breaks says nothing about the others. A host that takes no writes is left for
   * another one.
   */
  async listen<Result>(client: pg.Client, run: () => Promise<Result>): Promise<Result> {
    const begunAt = performance.now();
    const silence = new DatabaseError('unavailable', 'The server does not answer.');
    const onLimit = async (): Promise<never> => {
      // This process itself may have been too busy to read the answer.
      await setImmediate();
      throw silence;
    };
    try {
      return await untilLimit(run(), ANSWER_LIMIT_MS, onLimit);
    } catch (error) {
      if (error === silence) this.#related.forEach((hosts) => hosts.#giveUp(client, begunAt));
      // Another host may have what this one lacks. So nothing more is read here.
      if (isReadOnly(error) && this.count > 1) this.#giveUp(client, performance.now());
      throw error;
    }
  }

  /** Ends the connections to a host that were made before `begunAt`. Newer ones may lead to its successor. */
  #giveUp({ host, port }: Server, begunAt: number): void {
    for (const [client, madeAt] of this.#clients) {
      const isLost = client.host === host && client.port === port && madeAt <= begunAt;
      if (!isLost) continue;
      // Not `client.end()`, which waits for the host.
      client.connection.stream.destroy();
      // A pool removes an idle connection when it reports an error, which the socket itself does later.
      client.emit('error', new Error('The host is lost.'));
    }
    this.leave({ host, port });
  }
}

/** The library's typings lack the time limit of a single query. */
export interface LimitedQuery extends pg.QueryConfig {
  query_timeout: number;
}
