import type { Queries, Row } from '../database/database.ts';
import type { PasswordHash } from '../secrets/person-password.ts';
import { createSecret, hashSecret } from '../secrets/secret-box.ts';
import { type Note, UNNOTED } from './audit-note.ts';
import { toDate, toInstant } from './instants.ts';
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

/**
 * The time between the checks of a session at the identity provider, in seconds. A third of {@link CHECKED_SECONDS}: a
 * provider may be away for ten minutes before anybody notices.
 */
export const CHECK_SECONDS = 5 * 60;
/** The time for which a check of a session at the identity provider is valid, in seconds. */
export const CHECKED_SECONDS = 15 * 60;
/** The time from the beginning of a check of a session to the next one, if the provider is away, in seconds. */
export const CHECK_PAUSE_SECONDS = 60;

/** The name of the administrator with the password of the settings. */
export const ADMINISTRATOR = 'administrator';

/** A person with a session, or the administrator with the password of the settings. */
export interface Visitor {
  /** `null` for the administrator with the password of the settings. */
  personId: number | null;
  name: string;
  rights: Rights;
  /** The time of the last check at the identity provider, in milliseconds; `null` for a session without a provider. */
  checkedAt: number | null;
  /** The company of the dashboard in the address; `null` if there is no such dashboard. */
  dashboardCompanyId: number | null;
}

/** The conditions and the note of a new session. */
export interface BeginOptions {
  sealed?: string | null;
  /** The password that was checked. */
  password?: PasswordHash | null;
  note?: Note;
}

/** The sessions of the back office and the attempts to sign in. All processes of one database share them. */
export class AdminSessionStore {
  readonly #state: Queries;
  readonly #bindings: readonly string[];
  readonly #now: () => number;

  /**
   * A binding changes with the password, which ends all sessions. A session has one of `bindings`, a new one the first
   * of them.
   */
  constructor(state: Queries, bindings: readonly string[], now: () => number) {
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
   * Begins a session, clears old attempts and those of these callers, and returns the session's secret. `personId`: `null`
   * for the administrator with the password of the settings. `sealed`: the sealed tokens of the identity provider.
   * Returns `null`, without a session, if the person was removed meanwhile, or has another password than the one that was
   * checked.
   */
  async begin(
    callers: readonly string[],
    personId: number | null = null,
    { sealed = null, password = null, note = UNNOTED }: BeginOptions = {},
  ): Promise<string | null> {
    const session = createSecret();
    const kind = personId === null ? 'settings' : sealed === null ? 'person' : 'provider';
    const [hash] = this.#hashes(session, kind);
    const rows = await note.run(this.#state, {
      ctes: `person AS (
           SELECT id FROM people WHERE id = $5::int AND removed_at IS NULL
             AND ($8::text IS NULL OR password_hash = $8) FOR SHARE
         ),
         forgotten AS (
           DELETE FROM login_attempts WHERE address = ANY($1::text[]) OR began_at <= $6::timestamptz
         ),
         swept AS (DELETE FROM admin_sessions WHERE expires_at <= $2::timestamptz)`,
      sql: `
       INSERT INTO admin_sessions (session_hash, expires_at, person_id, provider_sealed, checked_at)
       SELECT $3, $4::timestamptz, $5::int, $7,
         CASE WHEN $7::text IS NOT NULL THEN $2::timestamptz END
       WHERE $5::int IS NULL OR EXISTS (SELECT FROM person)
       RETURNING person_id`,
      values: [
        callers,
        this.#instant(),
        hash!,
        this.#instant(SESSION_SECONDS),
        personId,
        this.#instant(-ATTEMPT_WINDOW_SECONDS),
        sealed,
        password?.hash ?? null,
      ],
    });
    return rows.length === 1 ? session : null;
  }

  /**
   * Returns the visitor of a session, with the roles of this moment; `null` if the session has not begun, has ended or
   * expired, or the person was removed. A session that began in the future counts as expired: it would outlast
   * {@link SESSION_SECONDS}. `guid`: the dashboard whose company is found in the same query.
   */
  async find(session: string, guid: string | null = null): Promise<Visitor | null> {
    const [row] = await this.#state.query(
      `SELECT person_id, people.name, checked_at, ${ROLES_JSON} AS roles,
         coalesce((SELECT company_id FROM dashboards WHERE guid = $4::uuid),
           (SELECT company_id FROM dashboard_drafts WHERE guid = $4::uuid)) AS company_id
       FROM admin_sessions LEFT JOIN people ON people.id = person_id AND removed_at IS NULL
       WHERE session_hash = ANY($1::text[])
         AND expires_at > $2::timestamptz AND expires_at <= $3::timestamptz
         AND (person_id IS NULL OR people.id IS NOT NULL)`,
      [
        this.#hashes(session),
        this.#instant(),
        this.#instant(SESSION_SECONDS + CLOCK_TOLERANCE_SECONDS),
        guid,
      ],
    );
    return row ? toVisitor(row) : null;
  }

  /** Ends a session. Returns the sealed tokens of the identity provider; `null` if there are none. */
  async end(session: string): Promise<string | null> {
    const [row] = await this.#state.query(
      'DELETE FROM admin_sessions WHERE session_hash = ANY($1::text[]) RETURNING provider_sealed',
      [this.#hashes(session)],
    );
    return typeof row?.provider_sealed === 'string' ? row.provider_sealed : null;
  }

  /**
   * Begins a check of a session at the identity provider, and returns the sealed tokens. `null` if another request or
   * process has begun one less than {@link CHECK_PAUSE_SECONDS} ago: a provider accepts a refresh token once.
   */
  async beginCheck(session: string): Promise<string | null> {
    const [row] = await this.#state.query(
      `UPDATE admin_sessions SET checking_until = $3::timestamptz
       WHERE session_hash = ANY($1::text[]) AND provider_sealed IS NOT NULL
         AND (checking_until IS NULL OR checking_until <= $2::timestamptz
           OR checking_until > $3::timestamptz)
       RETURNING provider_sealed`,
      [this.#hashes(session), this.#instant(), this.#instant(CHECK_PAUSE_SECONDS)],
    );
    return row ? String(row.provider_sealed) : null;
  }

  /** Notes that a check of a session which began at `checkedAt`, in milliseconds, has passed, with the tokens afterwards. */
  async passCheck(session: string, sealed: string, checkedAt: number): Promise<void> {
    await this.#state.query(
      `UPDATE admin_sessions SET provider_sealed = $2, checked_at = $3::timestamptz, checking_until = NULL
       WHERE session_hash = ANY($1::text[])`,
      [this.#hashes(session), sealed, toInstant(checkedAt)],
    );
  }

  /** Ends all sessions of a person but one. */
  async endAll(personId: number | null, except = '', note: Note = UNNOTED): Promise<void> {
    const sql = `
      DELETE FROM admin_sessions
      WHERE person_id IS NOT DISTINCT FROM $1::int AND NOT session_hash = ANY($2::text[])
      RETURNING person_id`;
    await note.run(this.#state, { sql, values: [personId, this.#hashes(except)] });
  }

  /** Returns the hashes that a session of these kinds may have, by the bindings. */
  #hashes(session: string, ...kinds: readonly SessionKind[]): string[] {
    const marks = (kinds.length ? kinds : KINDS).map((kind) => MARKS[kind]);
    return marks.flatMap((mark) =>
      this.#bindings.map((binding) => hashSecret(`${binding}.${mark}${session}`)),
    );
  }

  #instant(seconds = 0): string {
    return toInstant(this.#now() + seconds * 1000);
  }
}

/**
 * The kinds of sessions, and the text that is hashed with them. A process of a version before a kind must not find the
 * sessions of that kind: it would let in a person as the administrator, or check nobody at the identity provider.
 */
const MARKS = { settings: '', person: 'person.', provider: 'provider.' } as const;

type SessionKind = keyof typeof MARKS;

const KINDS = Object.keys(MARKS) as SessionKind[];

function toVisitor(row: Row): Visitor {
  const dashboardCompanyId = row.company_id === null ? null : Number(row.company_id);
  if (row.person_id === null) {
    const rights = ALL_RIGHTS;
    return { personId: null, name: ADMINISTRATOR, rights, checkedAt: null, dashboardCompanyId };
  }
  return {
    personId: Number(row.person_id),
    name: String(row.name),
    rights: new Rights(parseGivenRoles(row.roles)),
    checkedAt: toDate(row.checked_at)?.getTime() ?? null,
    dashboardCompanyId,
  };
}
