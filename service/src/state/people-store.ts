import type { Queries, Row } from '../database/database.ts';
import type { PasswordHash } from '../secrets/person-password.ts';
import { createSecret, hashSecret } from '../secrets/secret-box.ts';
import { type Note, UNNOTED } from './audit-note.ts';
import { DAY_MS } from '../values/calendar.ts';
import { toDate, toInstant } from './instants.ts';
import { isIn, type ListPage, type ListQuestion, readPage, toIds } from './list-page.ts';
import { type GivenRole, parseGivenRoles, type Role } from './rights.ts';

/** The time for which an invitation is valid, in milliseconds. */
const INVITATION_MS = DAY_MS;

/** A person of the back office. */
export interface Person {
  id: number;
  name: string;
  /** Whether the person has set a password. */
  hasPassword: boolean;
  /** Whether the person signs in at the identity provider, and never with a password. */
  isOfProvider: boolean;
  /** The end of the invitation that is not used yet; `null` if there is none. It may be in the past. */
  invitedUntil: Date | null;
  roles: GivenRole[];
}

/** The author of an invitation, and the note of it. */
export interface InvitationOptions {
  /** `null` for the administrator with the password of the settings. */
  by?: number | null;
  note?: Note;
}

/** A person who can sign in: the id, and the kept password. */
export interface SignInPerson {
  id: number;
  name: string;
  password: PasswordHash;
}

/** Returns the form in which names are compared. The form of a form is the same. */
export function toNameKey(name: string): string {
  const text = name.normalize('NFKC').trim().replaceAll(/\s+/g, ' ');
  // Some letters with marks have a composed form in lower case only.
  return text.toLowerCase().normalize('NFKC');
}

/** The people of the back office, their roles, and the invitations with which they set a password. */
export class PeopleStore {
  readonly #state: Queries;
  readonly #now: () => number;

  constructor(state: Queries, now: () => number) {
    this.#state = state;
    this.#now = now;
  }

  /** Returns whether anybody signs in with a name: there is a person who was invited. */
  async hasAny(): Promise<boolean> {
    const rows = await this.#state.query('SELECT 1 FROM people WHERE name_key IS NOT NULL LIMIT 1');
    return rows.length === 1;
  }

  /** Returns a page of the people, sorted by name. `among`: only people with a role in these companies; `null` for all. */
  list({ search, page }: ListQuestion, among: readonly number[] | null): Promise<ListPage<Person>> {
    const sql = `${PEOPLE} AND position(lower($1) IN lower(name)) > 0
      AND ($2::int[] IS NULL OR EXISTS (SELECT FROM person_roles
        WHERE person_id = people.id AND company_id IS NOT NULL AND ${isIn('company_id', '$2')}))`;
    const list = { sql, values: [search, toIds(among)], order: 'lower(name), id' };
    return readPage(this.#state, list, page, toPerson);
  }

  /** Returns a page of the people of identity providers who were removed, sorted by name. */
  listRemoved({ search, page }: ListQuestion): Promise<ListPage<Person>> {
    const sql = `${REMOVED} AND position(lower($1) IN lower(name)) > 0`;
    return readPage(
      this.#state,
      { sql, values: [search], order: 'lower(name), id' },
      page,
      toPerson,
    );
  }

  /** Returns a person of an identity provider who was removed; `null` if there is none. */
  async findRemoved(id: number): Promise<Person | null> {
    const [row] = await this.#state.query(`${REMOVED} AND id = $1`, [id]);
    return row ? toPerson(row) : null;
  }

  /** Lets a removed person of an identity provider sign in again, without a role that somebody gave during the removal. */
  async letIn(id: number, note: Note = UNNOTED): Promise<void> {
    await note.run(this.#state, {
      ctes: `person AS (
         UPDATE people SET removed_at = NULL WHERE id = $1 AND removed_at IS NOT NULL
           AND EXISTS (SELECT FROM person_identities WHERE person_id = people.id) RETURNING id
       ), roles AS (DELETE FROM person_roles USING person WHERE person_id = person.id)`,
      sql: 'SELECT id FROM person',
      values: [id],
    });
  }

  /** Returns a person; `null` if there is none, or the person was removed. */
  async find(id: number): Promise<Person | null> {
    const [row] = await this.#state.query(`${PEOPLE} AND id = $1`, [id]);
    return row ? toPerson(row) : null;
  }

  /** Returns the person of a name who has a password; `null` if there is none. */
  async findByName(name: string): Promise<SignInPerson | null> {
    const [row] = await this.#state.query(`${SIGN_IN} AND name_key = $1`, [toNameKey(name)]);
    return row ? toSignIn(row) : null;
  }

  /** Returns a person who has a password; `null` if there is none. */
  async findPassword(id: number): Promise<SignInPerson | null> {
    const [row] = await this.#state.query(`${SIGN_IN} AND id = $1`, [id]);
    return row ? toSignIn(row) : null;
  }

  /**
   * Adds a person with a role. Returns the secret of the invitation; `null`, without a change, if the name is taken. `by`: the
   * person who invites; `null` for the administrator with the password of the settings.
   */
  async invite(
    name: string,
    { companyId, role }: GivenRole,
    { by = null, note = UNNOTED }: InvitationOptions = {},
  ): Promise<string | null> {
    const invitation = createSecret();
    const until = toInstant(this.#now() + INVITATION_MS);
    const rows = await note.run(this.#state, {
      ctes: `person AS (
         INSERT INTO people (name, name_key, invitation_hash, invitation_until, invited_by)
         VALUES ($1, $2, $3, $4::timestamptz, $7::int) ON CONFLICT DO NOTHING RETURNING id
       )`,
      sql: `
       INSERT INTO person_roles (person_id, company_id, role)
       SELECT id, $5::int, $6 FROM person RETURNING person_id`,
      values: [name, toNameKey(name), hashSecret(invitation), until, companyId, role, by],
    });
    return rows.length === 1 ? invitation : null;
  }

  /** Replaces the invitation of a person. The old password stays valid until the new invitation is used. */
  async renewInvitation(
    id: number,
    { by = null, note = UNNOTED }: InvitationOptions = {},
  ): Promise<string> {
    const invitation = createSecret();
    const sql = `
      UPDATE people SET invitation_hash = $2, invitation_until = $3::timestamptz, invited_by = $4::int
      WHERE id = $1 AND removed_at IS NULL AND name_key IS NOT NULL RETURNING id`;
    const values = [id, hashSecret(invitation), toInstant(this.#now() + INVITATION_MS), by];
    await note.run(this.#state, { sql, values });
    return invitation;
  }

  /** Returns the name of the person whom an invitation is for; `null` if it was used, replaced or has expired. */
  async findInvited(invitation: string): Promise<string | null> {
    const [row] = await this.#state.query(`SELECT name FROM people WHERE ${IS_INVITED}`, [
      hashSecret(invitation),
      toInstant(this.#now()),
    ]);
    return row ? String(row.name) : null;
  }

  /** Uses an invitation: sets the password, and ends all sessions. Returns the person's id; `null` if it is not valid. */
  async accept(
    invitation: string,
    { hash, salt }: PasswordHash,
    note: Note = UNNOTED,
  ): Promise<number | null> {
    const [row] = await note.run(this.#state, {
      ctes: `person AS (
         UPDATE people SET password_hash = $3, password_salt = $4,
           invitation_hash = NULL, invitation_until = NULL
         WHERE ${IS_INVITED} RETURNING id
       ), ended AS (DELETE FROM admin_sessions USING person WHERE person_id = person.id)`,
      sql: 'SELECT id FROM person',
      values: [hashSecret(invitation), toInstant(this.#now()), hash, salt],
    });
    return row ? Number(row.id) : null;
  }

  /** Replaces the password `former`. Returns `false`, without a change, if the person has another one meanwhile. */
  async setPassword(
    id: number,
    former: PasswordHash,
    { hash, salt }: PasswordHash,
    note: Note = UNNOTED,
  ): Promise<boolean> {
    const sql = `
      UPDATE people SET password_hash = $2, password_salt = $3
      WHERE id = $1 AND removed_at IS NULL AND password_hash = $4 RETURNING id`;
    const values = [id, hash, salt, former.hash];
    return (await note.run(this.#state, { sql, values })).length === 1;
  }

  /** Gives a person a role in a company, in place of another one there; `null` takes it away. */
  async setRole(
    id: number,
    companyId: number | null,
    role: Role | null,
    note: Note = UNNOTED,
  ): Promise<void> {
    await note.run(
      this.#state,
      role === null
        ? { sql: TAKE_ROLE, values: [id, companyId] }
        : { sql: GIVE_ROLE, values: [id, companyId, role] },
    );
  }

  /** Removes a person with the password, the roles and the sessions. The name is free again. */
  async remove(id: number, note: Note = UNNOTED): Promise<void> {
    await note.run(this.#state, {
      ctes: `roles AS (DELETE FROM person_roles WHERE person_id = $1),
         ended AS (DELETE FROM admin_sessions WHERE person_id = $1)`,
      sql: `
       UPDATE people SET removed_at = $2::timestamptz, name_key = NULL, password_hash = NULL,
         password_salt = NULL, invitation_hash = NULL, invitation_until = NULL
       WHERE id = $1 AND removed_at IS NULL RETURNING id`,
      values: [id, toInstant(this.#now())],
    });
  }
}

const TAKE_ROLE = `
  DELETE FROM person_roles WHERE person_id = $1 AND company_id IS NOT DISTINCT FROM $2::int
  RETURNING role`;

const GIVE_ROLE = `
  INSERT INTO person_roles AS given (person_id, company_id, role)
  SELECT id, $2::int, $3 FROM people WHERE id = $1 AND removed_at IS NULL
  ON CONFLICT (person_id, company_id) DO UPDATE SET role = $3 WHERE given.role <> $3
  RETURNING role`;

/**
 * The administrator who has made an invitation knows its link. It ends if the person has a role that the administrator may
 * not give: otherwise the link would give it to the administrator.
 */
const IS_INVITED = `
  invitation_hash = $1 AND invitation_until > $2::timestamptz AND removed_at IS NULL
  AND (invited_by IS NULL OR NOT EXISTS (
    SELECT FROM person_roles AS theirs WHERE theirs.person_id = people.id AND NOT EXISTS (
      SELECT FROM person_roles AS own WHERE own.person_id = invited_by AND own.role = 'administrator'
        AND (own.company_id IS NULL OR own.company_id = theirs.company_id))))`;

/** The roles of a person as JSON. */
export const ROLES_JSON = `(
  SELECT json_agg(json_build_object('companyId', company_id, 'role', role))::text
  FROM person_roles WHERE person_id = people.id)`;

const SELECT_PEOPLE = `
  SELECT id, name, password_hash IS NOT NULL AS has_password, name_key IS NULL AS is_of_provider,
    invitation_until, ${ROLES_JSON} AS roles
  FROM people`;

const PEOPLE = `${SELECT_PEOPLE} WHERE removed_at IS NULL`;

const REMOVED = `${SELECT_PEOPLE} WHERE removed_at IS NOT NULL
  AND EXISTS (SELECT FROM person_identities WHERE person_id = people.id)`;

const SIGN_IN = `
  SELECT id, name, password_hash, password_salt FROM people
  WHERE removed_at IS NULL AND password_hash IS NOT NULL`;

function toPerson(row: Row): Person {
  return {
    id: Number(row.id),
    name: String(row.name),
    hasPassword: row.has_password === true,
    isOfProvider: row.is_of_provider === true,
    invitedUntil: toDate(row.invitation_until),
    roles: parseGivenRoles(row.roles),
  };
}

function toSignIn(row: Row): SignInPerson {
  const password = { hash: String(row.password_hash), salt: String(row.password_salt) };
  return { id: Number(row.id), name: String(row.name), password };
}
