import type { Database } from '../database/database.ts';
import { createSecret, hashSecret } from '../secrets/secret-box.ts';

/** The life of a login, in seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

/** The number of login attempts that one address has within {@link ATTEMPT_WINDOW_SECONDS}. */
const ATTEMPTS = 10;
/** The window in which attempts are counted, in seconds. Also the `Retry-After` of a refused caller. */
export const ATTEMPT_WINDOW_SECONDS = 15 * 60;

/** The largest difference between the clocks of two processes, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Ignores attempts that began in the future: they predate a clock that was set back, and would count too long. */
const IS_COUNTED = 'kept.began_at > $2::timestamptz AND kept.began_at <= $4::timestamptz';

/** The sessions of the back office and the attempts to sign in. All processes of one database share them. */
export class AdminSessionStore {
  readonly #state: Database;
  readonly #bindings: readonly string[];
  readonly #now: () => number;

  /**
   * A binding changes with the password, which ends all sessions. A session has one of `bindings`, a new one the first
   * of them.
   */
  constructor(state: Database, bindings: readonly string[], now: () => number) {
    this.#state = state;
    this.#bindings = bindings;
    this.#now = now;
  }

  /** Counts an attempt to sign in. Returns `false`, without counting it, if there were too many. */
  async noteAttempt(address: string): Promise<boolean> {
    const rows = await this.#state.query(
      `INSERT INTO login_attempts AS kept (address, attempts, began_at)
       VALUES ($1, 1, $3::timestamptz)
       ON CONFLICT (address) DO UPDATE SET
         attempts = CASE WHEN ${IS_COUNTED} THEN kept.attempts + 1 ELSE 1 END,
         began_at = CASE WHEN ${IS_COUNTED} THEN kept.began_at ELSE $3::timestamptz END
       WHERE kept.attempts < ${ATTEMPTS} OR NOT (${IS_COUNTED})
       RETURNING 1`,
      [
        address,
        this.#instant(-ATTEMPT_WINDOW_SECONDS),
        this.#instant(),
        this.#instant(CLOCK_TOLERANCE_SECONDS),
      ],
    );
    return rows.length === 1;
  }

  /** Begins a session, clears the address's attempts, and returns the session's secret. */
  async begin(address: string): Promise<string> {
    const session = createSecret();
    await this.#state.query(
      `WITH forgotten AS (DELETE FROM login_attempts WHERE address = $1),
         swept AS (DELETE FROM admin_sessions WHERE expires_at <= $2::timestamptz)
       INSERT INTO admin_sessions (session_hash, expires_at) VALUES ($3, $4::timestamptz)`,
      [address, this.#instant(), this.#hashes(session)[0]!, this.#instant(SESSION_SECONDS)],
    );
    return session;
  }

  /**
   * Returns whether a session has begun, and has neither ended nor expired. A session that began in the future counts
   * as expired: it would outlast {@link SESSION_SECONDS}.
   */
  async isLive(session: string): Promise<boolean> {
    const rows = await this.#state.query(
      `SELECT 1 FROM admin_sessions WHERE session_hash = ANY($1::text[])
         AND expires_at > $2::timestamptz AND expires_at <= $3::timestamptz`,
      [
        this.#hashes(session),
        this.#instant(),
        this.#instant(SESSION_SECONDS + CLOCK_TOLERANCE_SECONDS),
      ],
    );
    return rows.length === 1;
  }

  async end(session: string): Promise<void> {
    await this.#state.query('DELETE FROM admin_sessions WHERE session_hash = ANY($1::text[])', [
      this.#hashes(session),
    ]);
  }

  #hashes(session: string): string[] {
    return this.#bindings.map((binding) => hashSecret(`${binding}.${session}`));
  }

  #instant(seconds = 0): string {
    return new Date(this.#now() + seconds * 1000).toISOString();
  }
}
