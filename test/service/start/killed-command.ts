import { once } from 'node:events';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import type { spawnService } from '../service-process.ts';

/** The lock at which a command stops, in its n-th change of a row. */
const LOCK = '(4611, 67)';
const WAITING = `
  SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND (classid, objid) = ${LOCK}`;
const IS_GONE = 'SELECT count(*)::int AS count FROM pg_stat_activity WHERE pid = $1';

/** The triggers that stop a command. `event`: `INSERT`, `UPDATE` or several with `OR`. */
const toTriggers = (tables: readonly string[], event: string): string => `
  CREATE SCHEMA stopping;
  CREATE SEQUENCE stopping.changes;
  CREATE TABLE stopping.point (change integer NOT NULL);
  INSERT INTO stopping.point VALUES (0);
  CREATE FUNCTION stopping.stop() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('stopping.changes') = (SELECT change FROM stopping.point) THEN
      PERFORM pg_advisory_xact_lock${LOCK};
    END IF;
    RETURN coalesce(NEW, OLD);
  END $$;
  ${tables
    .map(
      (table) => `CREATE TRIGGER stop BEFORE ${event} ON dashboard_service.${table}
        FOR EACH ROW EXECUTE FUNCTION stopping.stop();`,
    )
    .join('')}`;

/** A database on a server in which commands of the service are killed in the middle of their changes. */
export class KillingDatabase {
  readonly #observer: pg.Client;

  private constructor(observer: pg.Client) {
    this.#observer = observer;
  }

  /** Changes of these tables count. */
  static async open(
    address: string,
    tables: readonly string[],
    event: string,
  ): Promise<KillingDatabase> {
    const observer = new pg.Client(address);
    await observer.connect();
    await observer.query(toTriggers(tables, event));
    return new KillingDatabase(observer);
  }

  /**
   * Starts a command, and kills it while the server runs its n-th change. The server then makes this change, or not if its
   * connection ends, too.
   */
  async kill(
    change: number,
    start: () => ReturnType<typeof spawnService>,
    isMade = true,
  ): Promise<void> {
    const observer = this.#observer;
    await observer.query('ALTER SEQUENCE stopping.changes RESTART');
    await observer.query('UPDATE stopping.point SET change = $1', [change]);
    await observer.query(`SELECT pg_advisory_lock${LOCK}`);
    const child = start();
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    const pid = async (): Promise<unknown> => (await observer.query(WAITING)).rows[0]?.pid;
    await expect.poll(async () => (await pid()) ?? child.exitCode).toEqual(expect.any(Number));
    expect(child.exitCode).toBeNull();
    const backend = await pid();
    child.kill('SIGKILL');
    await ended;
    if (!isMade) await observer.query('SELECT pg_terminate_backend($1)', [backend]);
    await observer.query(`SELECT pg_advisory_unlock${LOCK}`);
    await expect
      .poll(async () => (await observer.query(IS_GONE, [backend])).rows[0].count as number)
      .toBe(0);
  }

  /** Lets the next command run to its end. */
  async letPass(): Promise<void> {
    await this.#observer.query('UPDATE stopping.point SET change = 0');
  }

  async close(): Promise<void> {
    await this.#observer.end();
  }
}
