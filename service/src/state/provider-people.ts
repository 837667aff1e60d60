import type { Database } from '../database/database.ts';
import { type Note, UNNOTED } from './audit-note.ts';
import type { GivenRole } from './rights.ts';

/** The longest identifier of a person in the specification of OpenID Connect. */
export const LONGEST_SUBJECT = 255;

/** A person at an identity provider. The subject never changes; the name may. */
export interface ProviderIdentity {
  issuer: string;
  subject: string;
  name: string;
}

/** The people who sign in at an identity provider. */
export class ProviderPeople {
  readonly #state: Database;

  constructor(state: Database) {
    this.#state = state;
  }

  /**
   * Returns the id of a person, with the name of this moment. Adds the person at the first sign-in. `null` if the person
   * was removed from the back office: the provider does not bring people back.
   */
  keep(identity: ProviderIdentity): Promise<number | null> {
    const { issuer, subject, name } = identity;
    // Two first sign-ins of one person at the same time would add two people.
    return this.#state.exclusively(async (locked) => {
      const [known] = await locked.query(
        `WITH known AS (SELECT person_id FROM person_identities WHERE issuer = $1 AND subject = $2)
         UPDATE people SET name = CASE WHEN removed_at IS NULL THEN $3 ELSE name END
         FROM known WHERE id = person_id RETURNING id, removed_at IS NOT NULL AS is_removed`,
        [issuer, subject, name],
      );
      if (known) return known.is_removed === true ? null : Number(known.id);
      const [added] = await locked.query(
        `WITH person AS (INSERT INTO people (name) VALUES ($3) RETURNING id)
         INSERT INTO person_identities (issuer, subject, person_id)
         SELECT $1, $2, id FROM person RETURNING person_id`,
        [issuer, subject, name],
      );
      return Number(added!.person_id);
    });
  }

  /** Replaces all roles of a person. */
  async setRoles(
    personId: number,
    roles: readonly GivenRole[],
    note: Note = UNNOTED,
  ): Promise<void> {
    await note.run(this.#state, {
      ctes: `given AS (
         SELECT "companyId" AS company_id, role
         FROM json_to_recordset($2::text::json) AS given("companyId" int, role text)
       ), taken AS (
         DELETE FROM person_roles WHERE person_id = $1 AND NOT EXISTS (
           SELECT FROM given WHERE given.company_id IS NOT DISTINCT FROM person_roles.company_id)
         RETURNING role
       ), added AS (
         INSERT INTO person_roles AS former (person_id, company_id, role)
         SELECT $1, company_id, role FROM given
         WHERE EXISTS (SELECT FROM people WHERE id = $1 AND removed_at IS NULL)
         ON CONFLICT (person_id, company_id) DO UPDATE SET role = excluded.role
           WHERE former.role <> excluded.role
         RETURNING role
       )`,
      sql: 'SELECT role FROM taken UNION ALL SELECT role FROM added',
      values: [personId, JSON.stringify(roles)],
    });
  }
}
