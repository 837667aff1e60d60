import type { DatabaseError, Statements } from '../database/database.ts';
import { createCounts, RECORD_KINDS, type RecordKind } from './records.ts';
import { RefusedFileError } from './refused-file.ts';

/** The statements that insert rows, given as JSON. */
const INSERTS: Record<RecordKind, string> = {
  company: `
    INSERT INTO companies (id, name, removed_at, api_key_hash, api_key_sealed)
    SELECT id, name, "removedAt", hash, sealed FROM json_to_recordset($1::text::json)
      AS given (id int, name text, "removedAt" timestamptz, hash text, sealed text)`,
  connection: `
    INSERT INTO data_connections (company_id, name, connection_string_sealed)
    SELECT "companyId", name, sealed FROM json_to_recordset($1::text::json)
      AS given ("companyId" int, name text, sealed text)`,
  dashboard: `
    INSERT INTO dashboards (guid, company_id, title, accessible, definition, version, saved_at, editor)
    SELECT guid, "companyId", title, accessible, definition, version, "savedAt", editor
    FROM json_to_recordset($1::text::json) AS given (guid uuid, "companyId" int, title text,
      accessible boolean, definition json, version int, "savedAt" timestamptz, editor text)`,
  version: `
    INSERT INTO dashboard_versions (guid, version, title, definition, saved_at)
    SELECT guid, version, title, definition, "savedAt" FROM json_to_recordset($1::text::json)
      AS given (guid uuid, version int, title text, definition json, "savedAt" timestamptz)`,
  draft: `
    INSERT INTO dashboard_drafts
      (guid, company_id, title, content, version, published_version, editor, saved_at)
    SELECT guid, "companyId", title, text, version, "publishedVersion", editor, "savedAt"
    FROM json_to_recordset($1::text::json) AS given (guid uuid, "companyId" int, title text, text text,
      version int, "publishedVersion" int, editor text, "savedAt" timestamptz)`,
  person: `
    WITH given AS (
      SELECT * FROM json_to_recordset($1::text::json) AS given (id int, name text, key text, salt text,
        hash text, "removedAt" timestamptz, issuer text, subject text, roles json)
    ), made AS (
      INSERT INTO people (id, name, name_key, password_salt, password_hash, removed_at)
      OVERRIDING SYSTEM VALUE SELECT id, name, key, salt, hash, "removedAt" FROM given
    ), identities AS (
      INSERT INTO person_identities (issuer, subject, person_id)
      SELECT issuer, subject, id FROM given WHERE issuer IS NOT NULL
    )
    INSERT INTO person_roles (person_id, company_id, role)
    SELECT id, "companyId", role FROM given,
      json_to_recordset(given.roles) AS of_person ("companyId" int, role text)`,
};

/** The faults of rows, by the errors of the database. */
const FAULTS: readonly (readonly [code: RegExp, fault: string])[] = [
  [/^23505$/, 'record is there twice, or its key is'],
  [/^23503$/, 'record belongs to a company or a dashboard that is not in the file'],
  [/^22...$/, 'record has a value that the database does not accept'],
];
/** The number of records, and of their UTF-16 units, that are inserted at once. */
const BATCH = { rows: 100, length: 2 ** 20 };

/** Inserts rows some at a time, each kind after those that it needs. */
export class ImportedRows {
  readonly counts = createCounts();
  readonly #state: Statements;
  readonly #waiting = new Map<RecordKind, { line: number; json: string }[]>();
  #count = 0;
  #length = 0;

  constructor(state: Statements) {
    this.#state = state;
  }

  async add(kind: RecordKind, line: number, row: object): Promise<void> {
    const json = JSON.stringify(row);
    this.#waiting.set(kind, [...(this.#waiting.get(kind) ?? []), { line, json }]);
    this.counts[kind] += 1;
    this.#count += 1;
    this.#length += json.length;
    if (this.#count >= BATCH.rows || this.#length >= BATCH.length) await this.flush();
  }

  async flush(): Promise<void> {
    for (const kind of RECORD_KINDS) {
      const rows = this.#waiting.get(kind);
      if (rows) await this.#insert(kind, rows);
    }
    this.#waiting.clear();
    [this.#count, this.#length] = [0, 0];
  }

  async #insert(kind: RecordKind, rows: { line: number; json: string }[]): Promise<void> {
    try {
      await this.#state.query(INSERTS[kind], [`[${rows.map(({ json }) => json).join()}]`]);
    } catch (error) {
      const [, fault] = FAULTS.find(([code]) => code.test((error as DatabaseError).code)) ?? [];
      if (!fault) throw error;
      const [first, last] = [rows[0]!.line, rows.at(-1)!.line];
      throw new RefusedFileError(first, `up to line ${last}, a ${fault}.`);
    }
  }
}
