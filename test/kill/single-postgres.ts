import { setTimeout as wait } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { runAt } from './run-at.ts';

/** The pause before a killed server starts again, in milliseconds: that of a usual init system. */
const RESTART_MS = 1000;

/** One PostgreSQL server. It starts again after it was killed. */
export class SinglePostgres {
  readonly #server: PostgresServer;
  readonly #address: string;

  static async start(): Promise<SinglePostgres> {
    // The disk must have each acknowledged write, because the server is killed.
    return new SinglePostgres(await startPostgres('on'));
  }

  private constructor(server: PostgresServer) {
    this.#server = server;
    this.#address = server.createDatabase();
  }

  get port(): number {
    return Number(new URL(this.#address).port);
  }

  get nodes(): readonly { name: string }[] {
    return [{ name: 'one' }];
  }

  addressOf(_: { name: string }, database: string): string {
    return Object.assign(new URL(this.#address), { pathname: `/${database}` }).href;
  }

  run(database: string, sql: string): Promise<Record<string, unknown>[]> {
    return runAt(this.addressOf({ name: 'one' }, database), sql);
  }

  async killAndStart(): Promise<void> {
    await this.#server.kill();
    await wait(RESTART_MS);
    await this.#server.start();
  }

  /** Returns at once: one server is whole as soon as it runs. */
  async untilWhole(): Promise<number> {
    return 0;
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }
}
