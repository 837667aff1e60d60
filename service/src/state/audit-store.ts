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
import { isIn, toIds } from './list-page.ts';
import { REMOVED_ROWS, repeat, toKeptSince } from './old-statistics.ts';

/** A noted change. */
export interface AuditRecord {
  /** Later ones have larger ids. */
  id: string;
  at: Date;
  person: string;
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

/** The entries on a page, and in a step of a download. */
export const AUDIT_ROWS = 50;
const DOWNLOAD_ROWS = 500;
/** Larger than each id. */
const LAST = '9223372036854775807';

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

  /** Returns the latest entries, and whether there are earlier ones. `before`: only entries before this id. */
  async find(
    filter: AuditFilter,
    before: string | null,
  ): Promise<{ records: AuditRecord[]; hasMore: boolean }> {
    const rows = await this.#read(filter, before ?? LAST, AUDIT_ROWS + 1);
    return {
      records: rows.slice(0, AUDIT_ROWS).map(toRecord),
      hasMore: rows.length > AUDIT_ROWS,
    };
  }

  /** Yields all entries, the latest ones first, some at a time. */
  async *read(filter: AuditFilter): AsyncGenerator<AuditRecord[], void> {
    for (let before = LAST; ;) {
      const records = (await this.#read(filter, before, DOWNLOAD_ROWS)).map(toRecord);
      if (records.length === 0) return;
      yield records;
      before = records.at(-1)!.id;
    }
  }

  /** Returns the names of the people who have entries, sorted. */
  async people(among: readonly number[] | null): Promise<string[]> {
    const rows = await this.#state.query(
      `SELECT DISTINCT person FROM audit_entries WHERE ${isIn('company_id', '$1')} ORDER BY person`,
      [toIds(among)],
    );
    return rows.map(({ person }) => String(person));
  }

  /** Removes the entries from before the last `days` whole days in UTC, in small steps. */
  async sweep(days: number): Promise<void> {
    await this.#state.query(
      `INSERT INTO audit_retention (days) VALUES ($1) ON CONFLICT (is_only) DO UPDATE SET days = $1
       WHERE audit_retention.days <> $1`,
      [days],
    );
    await repeat(this.#state, REMOVAL, [toKeptSince(days, this.#now())]);
  }

  #read(filter: AuditFilter, before: string, count: number): Promise<Row[]> {
    const { person, companyId, action, from, to, among } = filter;
    const values: SqlValue[] = [before, person, companyId, action, from, to, toIds(among), count];
    return this.#state.query(
      `SELECT id::text, at, person, company, action, object, before::text, after::text
       FROM audit_entries
       WHERE id < $1::bigint AND ($2 = '' OR person = $2) AND ($3::int IS NULL OR company_id = $3::int)
         AND ($4::text IS NULL OR action = $4) AND at >= $5::date AND at < $6::date + 1
         AND ${isIn('company_id', '$7')}
       ORDER BY audit_entries.id DESC LIMIT $8`,
      values,
    );
  }
}

const REMOVAL = `
  WITH removed AS (
    DELETE FROM audit_entries WHERE id IN (
      SELECT id FROM audit_entries WHERE at < $1::timestamptz
      ORDER BY id LIMIT ${REMOVED_ROWS} FOR UPDATE SKIP LOCKED
    ) RETURNING 1
  )
  SELECT count(*)::int AS removed FROM removed`;

function toRecord(row: Row): AuditRecord {
  return {
    id: String(row.id),
    at: new Date(String(row.at)),
    person: String(row.person),
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
