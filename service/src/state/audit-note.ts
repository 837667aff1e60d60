import type { SqlValue } from '../database/bound-values.ts';
import type { Queries, Row } from '../database/database.ts';
import type { Report } from '../telemetry/events.ts';
import { toInstant } from './instants.ts';

/** The changes that the audit has. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-in-refused',
  'publish',
  'share',
  'delete-dashboard',
  'create-company',
  'rename-company',
  'delete-company',
  'replace-key',
  'end-key',
  'reveal-key',
  'save-connection',
  'delete-connection',
  'invite',
  'renew-invitation',
  'accept-invitation',
  'change-role',
  'change-password',
  'end-sessions',
  'remove-person',
  'let-in-person',
  'download-statistics',
  'download-audit',
  'export',
  'import',
] as const;

/** A kind of change. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** The person who makes a change. */
export interface Actor {
  name: string;
  /** `null` for the administrator with the password of the settings, for a command, and for somebody unknown. */
  personId: number | null;
}

/** The facts before or after a change, by their names. They have no secrets. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null>>;

/** A change to note. */
export interface AuditEntry {
  actor: Actor;
  action: AuditAction;
  /** The company that it concerns; `null` for none, or for all. */
  companyId: number | null;
  /** The name of the changed thing, such as the title of a dashboard. Empty if the company or the person is the thing. */
  object?: string;
  /** The GUID of a dashboard, or the id of a person. */
  objectId?: string | null;
  before?: AuditFacts | null;
  after?: AuditFacts | null;
}

/** A change without the person and the company. */
export type AuditChange = Omit<AuditEntry, 'actor' | 'companyId'>;

/** A statement that changes rows. */
export interface Change {
  /** Further statements, as CTEs that `sql` may name. */
  ctes?: string;
  /** The statement. It ends with RETURNING, and returns no row if it changes nothing. */
  sql: string;
  values: readonly SqlValue[];
}

/** Runs changes, and notes them. */
export interface Note {
  /** Runs a change. Returns the rows of its RETURNING. */
  run(state: Queries, change: Change): Promise<Row[]>;
}

/** Runs changes that nobody needs to know, such as those of a first start. */
export const UNNOTED: Note = {
  run: (state, { ctes, sql, values }) => state.query(ctes ? `WITH ${ctes} ${sql}` : sql, values),
};

/** Notes one change in the audit: in the same statement, so that there is never one without the other. */
export class AuditNote implements Note {
  readonly #entry: Required<AuditEntry>;
  readonly #at: string;
  readonly #report: Report;

  /** `now`: in milliseconds. */
  constructor(entry: AuditEntry, now: number, report: Report) {
    this.#entry = { object: '', objectId: null, before: null, after: null, ...entry };
    this.#at = toInstant(now);
    this.#report = report;
  }

  async run(state: Queries, { ctes, sql, values }: Change): Promise<Row[]> {
    const { text, values: own } = this.#toInsert(values.length);
    const rows = await state.query(
      `WITH ${ctes ? `${ctes}, ` : ''}changed AS (${sql}), audited AS (
         ${text} WHERE EXISTS (SELECT FROM changed)
       )
       SELECT * FROM changed`,
      [...values, ...own],
    );
    if (rows.length > 0) this.#tell();
    return rows;
  }

  /** Notes something that changes no other row, such as a download. */
  async add(state: Queries): Promise<void> {
    const { text, values } = this.#toInsert(0);
    await state.query(text, values);
    this.#tell();
  }

  /** `first`: the number of values before those of the audit. */
  #toInsert(first: number): { text: string; values: SqlValue[] } {
    const { actor, action, companyId, object, objectId, before, after } = this.#entry;
    const place = (index: number): string => `$${first + index}`;
    const text = `
      INSERT INTO audit_entries
        (at, person, person_id, company_id, company, action, object, object_id, before, after)
      SELECT ${place(1)}::timestamptz, ${place(2)}, ${place(3)}::int, ${place(4)}::int,
        (SELECT name FROM companies WHERE id = ${place(4)}::int), ${place(5)}, ${place(6)}, ${place(7)},
        ${place(8)}::text::json, ${place(9)}::text::json`;
    const values = [
      ...[this.#at, actor.name, actor.personId, companyId, action, object, objectId],
      ...[toJson(before), toJson(after)],
    ];
    return { text, values };
  }

  /** Each entry is also a line of the log: the owner of the database can change the table, and not a log that is kept elsewhere. */
  #tell(): void {
    const { actor, ...entry } = this.#entry;
    const { name: person, personId } = actor;
    this.#report({ kind: 'audit', person, personId, ...entry });
  }
}

function toJson(facts: AuditFacts | null): string | null {
  return facts && JSON.stringify(facts);
}
