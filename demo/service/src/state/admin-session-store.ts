import type { Database } from '../database/database.ts';
import { createSecret, hashSecret } from '../secret-box.ts';

/** How long a login lasts, in seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

/** Attempts to log in that one address has in {@link ATTEMPT_WINDOW_SECONDS}. */
const ATTEMPTS = 10;
/** What a refused caller is told to wait, in seconds. */
export const ATTEMPT_WINDOW_SECONDS = 15 * 60;

/** Who is logged in to the back office, and who tried; shared by all processes of one database. */
export class AdminSessionStore {
  readonly #state: Database;
  readonly #now: () => number;

  constructor(state: Database, now: () => number) {
    this.#state = state;
    this.#now = now;
  }

  /** Counts an attempt to log in; answers `false`, and counts nothing, where there were too many. */
  async noteAttempt(address: string): Promise<boolean> {
    const rows = await this.#state.query(
      `WITH swept AS (DELETE FROM login_attempts WHERE attempted_at <= $2::timestamptz)
       INSERT INTO login_attempts (address, attempted_at)
       SELECT $1::text, $3::timestamptz WHERE (SELECT count(*) FROM login_attempts
         WHERE address = $1 AND attempted_at > $2::timestamptz) < ${ATTEMPTS}
       RETURNING 1`,
      [address, this.#instant(-ATTEMPT_WINDOW_SECONDS), this.#instant()],
    );
    return rows.length === 1;
  }

  /** Begins a session, forgets the address's attempts, and answers the session's secret. */
  async begin(address: string): Promise<string> {
    const session = createSecret();
    await this.#state.query(
      `WITH forgotten AS (DELETE FROM login_attempts WHERE address = $1),
         swept AS (DELETE FROM admin_sessions WHERE expires_at <= $2::timestamptz)
       INSERT INTO admin_sessions (session_hash, expires_at) VALUES ($3, $4::timestamptz)`,
      [address, this.#instant(), hashSecret(session), this.#instant(SESSION_SECONDS)],
    );
    return session;
  }

  /** Whether a session has begun, and neither ended nor expired. */
  async isLive(session: string): Promise<boolean> {
    const rows = await this.#state.query(
      'SELECT 1 FROM admin_sessions WHERE session_hash = $1 AND expires_at > $2::timestamptz',
      [hashSecret(session), this.#instant()],
    );
    return rows.length === 1;
  }

  async end(session: string): Promise<void> {
    await this.#state.query('DELETE FROM admin_sessions WHERE session_hash = $1', [
      hashSecret(session),
    ]);
  }

  #instant(seconds = 0): string {
    return new Date(this.#now() + seconds * 1000).toISOString();
  }
}
