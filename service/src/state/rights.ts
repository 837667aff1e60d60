/** The roles of the back office. Each one may do everything that those before it may do. */
export const ROLES = ['reader', 'author', 'publisher', 'administrator'] as const;

/**
 * A role of a person: `reader` sees dashboards and statistics, `author` writes drafts, `publisher` publishes, shares and
 * deletes, `administrator` manages companies, keys, connections and people.
 */
export type Role = (typeof ROLES)[number];

/** A role, and the company in which a person has it; `null` for all companies. */
export interface GivenRole {
  companyId: number | null;
  role: Role;
}

/** The roles of a person as a whole. A role for all companies counts in each of them. */
export class Rights {
  readonly given: readonly GivenRole[];

  constructor(given: readonly GivenRole[]) {
    this.given = given;
  }

  /** Returns whether the person has at least this role in a company; `null`: in all companies, also in future ones. */
  has(role: Role, companyId: number | null): boolean {
    return this.#withRole(role).some(
      (each) => each.companyId === null || each.companyId === companyId,
    );
  }

  /** Returns whether the person has at least this role in any company. */
  hasAny(role: Role): boolean {
    return this.#withRole(role).length > 0;
  }

  /** Returns the companies in which the person has at least this role; `null` for all. */
  companiesOf(role: Role): number[] | null {
    const ids = this.#withRole(role).map(({ companyId }) => companyId);
    return ids.includes(null) ? null : ids.filter((id) => id !== null);
  }

  #withRole(role: Role): GivenRole[] {
    const least = ROLES.indexOf(role);
    return this.given.filter((each) => ROLES.indexOf(each.role) >= least);
  }
}

/** The rights of the administrator with the password of the settings. */
export const ALL_RIGHTS = new Rights([{ companyId: null, role: 'administrator' }]);

/** Returns roles as text, those of one company with its id: `author@7`. */
export function toRolesText(roles: readonly GivenRole[]): string {
  return roles
    .map(({ role, companyId }) => (companyId === null ? role : `${role}@${companyId}`))
    .join(' ');
}

/** Returns the roles in a JSON text of a query. Leaves out roles that this version does not know. */
export function parseGivenRoles(text: unknown): GivenRole[] {
  const given = JSON.parse(typeof text === 'string' ? text : '[]') as GivenRole[];
  return given.filter(({ role }) => ROLES.includes(role));
}
