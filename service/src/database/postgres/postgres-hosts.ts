import pg, { type ClientConfig } from 'pg';
import { DatabaseError } from '../database.ts';
import type { Server } from '../server.ts';
import type { PostgresAddress } from './postgres-address.ts';

/** The longest wait for a connection to one host, in milliseconds. Meanwhile, another one may take writes. */
const CONNECT_LIMIT_MS = 3000;

/** The hosts of an address. New connections go to one of them, until it cannot be used. Then the next one has its turn. */
export class PostgresHosts {
  readonly #address: PostgresAddress;
  #turn = 0;

  constructor(address: PostgresAddress) {
    this.#address = address;
  }

  get count(): number {
    return this.#address.servers.length;
  }

  /** The host of new connections. */
  get current(): Server {
    return this.#address.servers[this.#turn]!;
  }

  /** Gives the next host its turn, unless another call has done that. */
  leave(server: Server): void {
    if (server === this.current) this.#turn = (this.#turn + 1) % this.count;
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
    };
  }

  /** Throws {@link DatabaseError} if a new connection leads to a standby, and the address asks for another server. */
  async check(client: pg.ClientBase): Promise<void> {
    if (!this.#address.isPrimary) return;
    // Not `in_hot_standby`, which a connection gets without asking: a pooler repeats its first value for a long time.
    const { rows } = await client.query('SELECT pg_is_in_recovery() AS is_standby');
    if (rows[0].is_standby === true) {
      throw new DatabaseError('unavailable', 'The server is a standby.');
    }
  }
}
