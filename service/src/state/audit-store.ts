import type { SqlValue } from '../database/bound-values.ts';
import type { Queries, Row } from '../database/database.ts';
import type { Report } from '../telemetry/events.ts';
import {
  type AuditAction,
  type AuditEntry,
  type AuditFacts,
  AuditNote,
  type Note,
} from './audit-note.ts';
import { DAY_MS } from '../values/calendar.ts';
import { toInstant } from './instants.ts';
import { isIn, toIds } from './list-page.ts';
import { REMOVED_ROWS, repeatStep, toKeptSince } from './removal-steps.ts';

/** A noted change. */
export interface AuditRecord {
  /** Later ones have larger ids. */
  id: string;
  at: Date;
  person: string;
  /** The id of the person; `null` for the administrator of the settings, for a command, and for somebody unknown. */
  personId: number | null;
  /** The name of the company at that time; `null` if none was concerned. */
  company: string | null;
  action: AuditAction;
  object: string;
  before: AuditFacts | null;
  after: AuditFacts | null;
}

/** The entries to find. */
export interface AuditFilter {
  /** The whole name of a person. Empty for all. */
  person: string;
  companyId: number | null;
  /** `null` for all. */
  action: AuditAction | null;
  /** The first and the last day in UTC, as `2026-11-29`. */
  from: string;
  to: string;
  /** The companies whose entries may be read; `null` for all entries, also those without a company. */
  among: readonly number[] | null;
}

/** The place of an entry in the order of time: a time in milliseconds, and an id. */
export type AuditPlace = Pick<AuditRecord, 'at' | 'id'>;

/** The entries on a page, and in a step of a download. */
export const AUDIT_ROWS = 50;
const DOWNLOAD_ROWS = 500;
/** The largest number of names in a choice. */
export const AUDIT_NAMES = 1000;

/** The audit of the back office. Nobody changes its entries, and they stay until the retention ends. */
export class AuditStore {
  readonly #state: Queries;
  readonly #now: () => number;
  readonly #report: Report;

  constructor(state: Queries, now: () => number, report: Report) {
    this.#state = state;
    this.#now = now;
    this.#report = report;
  }

  /** Returns a note of a change, which {@link AuditNote.run} makes together with the change. */
  note(entry: AuditEntry): Note {
    return new AuditNote(entry, this.#now(), this.#report);
  }

  /** Notes something that changes no other row. */
  add(entry: AuditEntry): Promise<void> {
    return new AuditNote(entry, this.#now(), this.#report).add(this.#state);
  }

  /** Returns the latest entries, and whether there are earlier ones. `before`: only entries before this one. */
  async find(
    filter: AuditFilter,
    before: AuditPlace | null,
  ): Promise<{ records: AuditRecord[]; hasMore: boolean }> {
    const rows = await this.#read(filter, before, AUDIT_ROWS + 1);
    return {
      records: rows.slice(0, AUDIT_ROWS).map(toRecord),
      hasMore: rows.length > AUDIT_ROWS,
    };
  }

  /** Yields all entries, the latest ones first, some at a time. */
  async *read(filter: AuditFilter): AsyncGenerator<AuditRecord[], void> {
    for (let before: AuditPlace | null = null; ;) {
      const rows: Row[] = await this.#read(filter, before, DOWNLOAD_ROWS);
      if (rows.length === 0) return;
      const records = rows.map(toRecord);
      yield records;
      before = records.at(-1)!;
    }
  }

  /** Returns the names of the people who have entries, sorted, at most {@link AUDIT_NAMES}. */
  async people(among: readonly number[] | null): Promise<string[]> {
    const rows =
      among === null
        ? await this.#state.query(ALL_NAMES, [])
        : await this.#state.query(NAMES_OF_COMPANIES, [toIds(among)]);
    return rows.map(({ person }) => String(person));
  }

  /** Removes the entries from before the last `days` whole days in UTC, in small steps. */
  async sweep(days: number): Promise<void> {
    await this.#state.query(
      `INSERT INTO audit_retention (days) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET days = $1
       WHERE audit_retention.days <> $1`,
      [days],
    );
    await repeatStep(this.#state, REMOVAL, [toKeptSince(days, this.#now())]);
  }

  #read(filter: AuditFilter, before: AuditPlace | null, count: number): Promise<Row[]> {
    const { person, companyId, action, from, to, among } = filter;
    const end = toInstant(Date.parse(to) + DAY_MS);
    // No entry is at the end, so each one of the range is before it.
    const [at, id] = before ? [toInstant(before.at.getTime()), before.id] : [end, '0'];
    const values: SqlValue[] = [
      ...[at, id, toInstant(Date.parse(from)), end],
      ...[person, companyId, action, toIds(among), count],
    ];
    return this.#state.query(PAGE, values);
  }
}

/** Reads only the range of time, by the index of the time. */
const PAGE = `
  SELECT id::text, at, person, person_id, company, action, object, before::text, after::text
  FROM audit_entries
  WHERE (at, id) < ($1::timestamptz, $2::bigint) AND at >= $3::timestamptz AND at < $4::timestamptz
    AND ($5 = '' OR person = $5) AND ($6::int IS NULL OR company_id = $6::int)
    AND ($7::text IS NULL OR action = $7) AND ${isIn('company_id', '$8')}
  ORDER BY audit_entries.at DESC, audit_entries.id DESC LIMIT $9`;

/** Finds one name after the other in an index: a large table has many entries of each name. */
const ALL_NAMES = `
  WITH RECURSIVE names AS (
    (SELECT person FROM audit_entries ORDER BY person LIMIT 1)
    UNION ALL
    SELECT (SELECT person FROM audit_entries AS others WHERE others.person > names.person
      ORDER BY others.person LIMIT 1)
    FROM names WHERE names.person IS NOT NULL
  )
  SELECT person FROM names WHERE person IS NOT NULL LIMIT ${AUDIT_NAMES}`;

const NAMES_OF_COMPANIES = `
  WITH RECURSIVE names AS (
    SELECT given.company_id, (SELECT person FROM audit_entries AS entries
      WHERE entries.company_id = given.company_id ORDER BY entries.person LIMIT 1) AS person
    FROM unnest($1::int[]) AS given (company_id)
    UNION ALL
    SELECT names.company_id, (SELECT person FROM audit_entries AS others
      WHERE others.company_id = names.company_id AND others.person > names.person
      ORDER BY others.person LIMIT 1)
    FROM names WHERE names.person IS NOT NULL
  ), found AS (SELECT person FROM names WHERE person IS NOT NULL LIMIT ${AUDIT_NAMES})
  SELECT DISTINCT person FROM found ORDER BY person`;

const REMOVAL = `
  WITH removed AS (
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE at < $1::timestamptz
      ORDER BY at LIMIT ${REMOVED_ROWS} FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  )
  SELECT count(*)::int AS removed FROM removed`;

function toRecord(row: Row): AuditRecord {
  return {
    id: String(row.id),
    at: new Date(String(row.at)),
    person: String(row.person),
    personId: row.person_id === null ? null : Number(row.person_id),
    company: row.company as string | null,
    action: row.action as AuditAction,
    object: String(row.object),
    before: toFacts(row.before),
    after: toFacts(row.after),
  };
}

function toFacts(text: unknown): AuditFacts | null {
  return typeof text === 'string' ? (JSON.parse(text) as AuditFacts) : null;
}
