import type { Database } from '../database/database.ts';
import { createSecret, hashSecret } from '../secrets/secret-box.ts';
import { type Note, UNNOTED } from './audit-note.ts';
import { ROLES_JSON } from './people-store.ts';
import { ALL_RIGHTS, parseGivenRoles, Rights } from './rights.ts';

/** The life of a login, in seconds. */
export const SESSION_SECONDS = 12 * 60 * 60;

/** The number of login attempts that one caller has within {@link ATTEMPT_WINDOW_SECONDS}. */
const ATTEMPTS = 10;
/** The window in which attempts are counted, in seconds. Also the `Retry-After` of a refused caller. */
export const ATTEMPT_WINDOW_SECONDS = 15 * 60;

/** The largest difference between the clocks of two processes, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 60;

/** Ignores attempts that began in the future: they predate a clock that was set back, and would count too long. */
const IS_COUNTED = 'kept.began_at > $2::timestamptz AND kept.began_at <= $4::timestamptz';

/** The name of the administrator with the password of the settings. */
export const ADMINISTRATOR = 'administrator';

/** A person with a session, or the administrator with the password of the settings. */
export interface Visitor {
  /** `null` for the administrator with the password of the settings. */
  personId: number | null;
  name: string;
  rights: Rights;
  /** The company of the dashboard in the address; `null` if there is no such dashboard. */
  dashboardCompanyId: number | null;
}

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

  /** Counts an attempt of a caller, such as an address. Returns `false`, without counting it, if there were too many. */
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

  /**
   * Begins a session, clears old attempts and those of these callers, and returns the session's secret. `personId`: `null` for the
   * administrator with the password of the settings.
   */
  async begin(
    callers: readonly string[],
    personId: number | null = null,
    note: Note = UNNOTED,
  ): Promise<string> {
    const session = createSecret();
    const [hash] = personId === null ? this.#hashes(session) : this.#personHashes(session);
    await note.run(this.#state, {
      ctes: `forgotten AS (
           DELETE FROM login_attempts WHERE address = ANY($1::text[]) OR began_at <= $6::timestamptz
         ),
         swept AS (DELETE FROM admin_sessions WHERE expires_at <= $2::timestamptz)`,
      sql: `
       INSERT INTO admin_sessions (session_hash, expires_at, person_id)
       VALUES ($3, $4::timestamptz, $5::int) RETURNING person_id`,
      values: [
        callers,
        this.#instant(),
        hash!,
        this.#instant(SESSION_SECONDS),
        personId,
        this.#instant(-ATTEMPT_WINDOW_SECONDS),
      ],
    });
    return session;
  }

  /**
   * Returns the visitor of a session, with the roles of this moment; `null` if the session has not begun, has ended or
   * expired, or the person was removed. A session that began in the future counts as expired: it would outlast
   * {@link SESSION_SECONDS}. `guid`: the dashboard whose company is found in the same query.
   */
  async find(session: string, guid: string | null = null): Promise<Visitor | null> {
    const [row] = await this.#state.query(
      `SELECT person_id, people.name, ${ROLES_JSON} AS roles,
         coalesce((SELECT company_id FROM dashboards WHERE guid = $4::uuid),
           (SELECT company_id FROM dashboard_drafts WHERE guid = $4::uuid)) AS company_id
       FROM admin_sessions LEFT JOIN people ON people.id = person_id AND removed_at IS NULL
       WHERE session_hash = ANY($1::text[])
         AND expires_at > $2::timestamptz AND expires_at <= $3::timestamptz
         AND (person_id IS NULL OR people.id IS NOT NULL)`,
      [
        [...this.#hashes(session), ...this.#personHashes(session)],
        this.#instant(),
        this.#instant(SESSION_SECONDS + CLOCK_TOLERANCE_SECONDS),
        guid,
      ],
    );
    if (!row) return null;
    const dashboardCompanyId = row.company_id === null ? null : Number(row.company_id);
    if (row.person_id === null) {
      return { personId: null, name: ADMINISTRATOR, rights: ALL_RIGHTS, dashboardCompanyId };
    }
    const rights = new Rights(parseGivenRoles(row.roles));
    return { personId: Number(row.person_id), name: String(row.name), rights, dashboardCompanyId };
  }

  async end(session: string): Promise<void> {
    await this.#state.query('DELETE FROM admin_sessions WHERE session_hash = ANY($1::text[])', [
      [...this.#hashes(session), ...this.#personHashes(session)],
    ]);
  }

  /** Ends all sessions of a person but one. */
  async endAll(personId: number | null, except = '', note: Note = UNNOTED): Promise<void> {
    const sql = `
      DELETE FROM admin_sessions
      WHERE person_id IS NOT DISTINCT FROM $1::int AND NOT session_hash = ANY($2::text[])
      RETURNING person_id`;
    const kept = [...this.#hashes(except), ...this.#personHashes(except)];
    await note.run(this.#state, { sql, values: [personId, kept] });
  }

  #hashes(session: string): string[] {
    return this.#bindings.map((binding) => hashSecret(`${binding}.${session}`));
  }

  /** A process of the version before knows no people. It must not find their sessions, which it would take for its own. */
  #personHashes(session: string): string[] {
    return this.#bindings.map((binding) => hashSecret(`${binding}.person.${session}`));
  }

  #instant(seconds = 0): string {
    return new Date(this.#now() + seconds * 1000).toISOString();
  }
}
