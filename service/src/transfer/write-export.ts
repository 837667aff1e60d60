import type { Queries, Row } from '../database/database.ts';
import { SettingError } from '../process/setting-error.ts';
import { readServiceVersion } from '../process/service-version.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { ROLES_JSON } from '../state/people-store.ts';
import { parseGivenRoles } from '../state/rights.ts';
import { NO_STRING } from '../state/connection-store.ts';
import { findContentFault } from './checked-content.ts';
import { ExportKey } from './export-key.ts';
import { MAX_BYTES, MAX_LINE } from './read-export.ts';
import {
  createCounts,
  type ExportHeader,
  type ExportRecord,
  FORMAT,
  FORMAT_VERSION,
  type RecordCounts,
  type RecordOf,
  type SecretsHeader,
  toContext,
} from './records.ts';

const TOO_LARGE = 'The export has more than 1 GiB, which no import reads.';

/** The number of companies or connections that are read at once. */
const BATCH = 100;
/** The number of dashboards that are read at once, each with up to 20 earlier versions and a draft. */
const DASHBOARDS = 10;

/** Returns an instant with all of its digits, as JSON has it. */
const toJsonInstant = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

const COMPANIES = `
  SELECT id, name, ${toJsonInstant('removed_at')} AS removed_at, api_key_hash IS NOT NULL AS has_key,
    api_key_sealed AS sealed, coalesce(previous_key_until > now(), false) AS has_previous_key
  FROM companies WHERE id > $1 ORDER BY id LIMIT ${BATCH}`;

const CONNECTIONS = `
  SELECT name, connection_string_sealed AS sealed FROM data_connections
  WHERE company_id = $1 AND name > $2 ORDER BY name LIMIT ${BATCH}`;

/** Removed people count if an identity provider knows them. */
const PEOPLE = `
  SELECT id, name, password_salt AS salt, password_hash AS hash, issuer, subject,
    ${toJsonInstant('removed_at')} AS removed_at, ${ROLES_JSON} AS roles
  FROM people LEFT JOIN person_identities ON person_id = people.id
  WHERE id > $1 AND (removed_at IS NULL OR issuer IS NOT NULL) ORDER BY id LIMIT ${BATCH}`;

/**
 * Selects dashboards with everything of them in one statement, so that they fit together even if others publish
 * meanwhile: each published version, then its earlier ones, then its draft.
 */
const CONTENT = `
  WITH guids AS (
    SELECT guid FROM (
      (SELECT guid FROM dashboards WHERE company_id = $1 AND ($2::uuid IS NULL OR guid > $2::uuid) ORDER BY guid LIMIT ${DASHBOARDS})
      UNION
      (SELECT guid FROM dashboard_drafts WHERE company_id = $1 AND ($2::uuid IS NULL OR guid > $2::uuid) ORDER BY guid LIMIT ${DASHBOARDS})
    ) AS found ORDER BY guid LIMIT ${DASHBOARDS}
  )
  SELECT 'dashboard' AS kind, 0 AS place, guid::text, title, accessible, definition::text AS content, version,
    NULL::int AS published_version, editor, ${toJsonInstant('saved_at')} AS saved_at
  FROM dashboards JOIN guids USING (guid) WHERE company_id = $1
  UNION ALL
  SELECT 'version', 1, guid::text, dashboard_versions.title, NULL, dashboard_versions.definition::text,
    dashboard_versions.version, NULL, NULL, ${toJsonInstant('dashboard_versions.saved_at')}
  FROM dashboard_versions JOIN guids USING (guid) JOIN dashboards USING (guid) WHERE company_id = $1
  UNION ALL
  SELECT 'draft', 2, guid::text, NULL, NULL, content, version, published_version, editor, ${toJsonInstant('saved_at')}
  FROM dashboard_drafts JOIN guids USING (guid) WHERE company_id = $1
  ORDER BY guid, place, version`;

/** The secrets that a file does not have, although the database does. */
export interface OmittedSecrets {
  apiKeys: number;
  /** The previous keys that are still valid. Only their fingerprints are stored, which fit one SERVICE_SECRET. */
  previousKeys: number;
  connectionStrings: number;
  passwords: number;
}

/**
 * An export of the companies with their dashboards, drafts and data connections, and of the people. It reads some rows at a time, so that
 * it needs little memory, and others use the database in between.
 */
export class ExportText {
  readonly #state: Queries;
  readonly #box: SecretBox;
  readonly #key: ExportKey | null;
  readonly #secrets: SecretsHeader | null;
  readonly counts: RecordCounts = createCounts();
  readonly omitted: OmittedSecrets = {
    apiKeys: 0,
    previousKeys: 0,
    connectionStrings: 0,
    passwords: 0,
  };
  /** The reasons for which an import refuses the file. */
  readonly refusals: string[] = [];
  /** The mark of the lines so far. */
  #mark = '';

  private constructor(
    state: Queries,
    box: SecretBox,
    key: ExportKey | null,
    secrets: SecretsHeader | null,
  ) {
    this.#state = state;
    this.#box = box;
    this.#key = key;
    this.#secrets = secrets;
  }

  /** `passphrase`: encrypts the API keys and the connection strings. With `null`, the export has none. */
  static async create(
    state: Queries,
    box: SecretBox,
    passphrase: string | null,
  ): Promise<ExportText> {
    if (passphrase === null) return new ExportText(state, box, null, null);
    const { key, header } = await ExportKey.create(passphrase);
    return new ExportText(state, box, key, header);
  }

  /**
   * Yields the lines, each with its end. Read them once.
   * @throws {SettingError} if no import reads a file of that size.
   */
  async *lines(now: Date): AsyncGenerator<string> {
    const header: ExportHeader = {
      ...{ format: FORMAT, version: FORMAT_VERSION, service: readServiceVersion() },
      ...{ exportedAt: now.toISOString(), secrets: this.#secrets },
    };
    yield this.#toLine(header);
    let bytes = 0;
    for await (const record of this.#records()) {
      this.counts[record.kind] += 1;
      const line = this.#toLine(record);
      bytes += Buffer.byteLength(line);
      if (bytes > MAX_BYTES) throw new SettingError(TOO_LARGE);
      this.#check(record, line);
      yield line;
    }
    const records = Object.values(this.counts).reduce((sum, count) => sum + count, 0);
    yield this.#toLine({ kind: 'end', records, mark: this.#key && this.#mark });
  }

  /** Programs give dashboards that no editor saves, and earlier versions had other rules. */
  #check(record: ExportRecord, line: string): void {
    if (line.length > MAX_LINE) {
      this.refusals.push(`“${'title' in record ? record.title : 'a draft'}” is too large.`);
    }
    const fault = findContentFault(record);
    if (fault !== null) this.refusals.push(fault);
  }

  #toLine(value: object): string {
    const line = JSON.stringify(value);
    if (this.#key) this.#mark = this.#key.mark(line, this.#mark);
    return `${line}\n`;
  }

  async *#records(): AsyncGenerator<ExportRecord> {
    for await (const row of this.#rows(COMPANIES, [], 0, ({ id }) => Number(id))) {
      const company = this.#toCompany(row);
      yield company;
      if (company.removedAt !== null) continue;
      const { id } = company;
      for await (const connection of this.#rows(CONNECTIONS, [id], '', ({ name }) =>
        String(name),
      )) {
        yield this.#toConnection(id, connection);
      }
      for await (const content of this.#rows(CONTENT, [id], null, ({ guid }) => String(guid))) {
        yield toContentRecord(id, content);
      }
    }
    for await (const row of this.#rows(PEOPLE, [], 0, ({ id }) => Number(id))) {
      yield this.#toPerson(row);
    }
  }

  /** Reads all rows of a statement, whose last value is the key after which it reads on. */
  async *#rows<Key extends string | number | null>(
    sql: string,
    values: number[],
    first: Key,
    toKey: (row: Row) => Key,
  ): AsyncGenerator<Row> {
    for (let after = first; ;) {
      const rows = await this.#state.query(sql, [...values, after]);
      yield* rows;
      const last = rows.at(-1);
      if (!last) return;
      after = toKey(last);
    }
  }

  #toCompany({ id, name, removed_at: removedAt, ...row }: Row): RecordOf<'company'> {
    const kind = 'company';
    if (row.has_previous_key === true) this.omitted.previousKeys += 1;
    const apiKey =
      row.has_key === true ? this.#reseal(row, toContext({ kind, id: Number(id) })) : undefined;
    if (apiKey === null) this.omitted.apiKeys += 1;
    return {
      ...{ kind, id: Number(id), name: String(name) },
      ...{ removedAt: removedAt as string | null, apiKey: apiKey ?? null },
    };
  }

  #toConnection(companyId: number, row: Row): RecordOf<'connection'> {
    const owner = { kind: 'connection', companyId, name: String(row.name) } as const;
    const connectionString = this.#reseal(row, toContext(owner));
    // A connection without a string came from an export without one.
    if (connectionString === null && row.sealed !== NO_STRING) this.omitted.connectionStrings += 1;
    return { ...owner, connectionString };
  }

  #toPerson({ id, name, salt, hash, issuer, subject, ...row }: Row): RecordOf<'person'> {
    const owner = { kind: 'person', id: Number(id) } as const;
    const kept = hash === null ? null : JSON.stringify({ salt, hash });
    if (kept !== null && !this.#key) this.omitted.passwords += 1;
    return {
      ...{ ...owner, name: String(name) },
      password: kept && this.#key && this.#key.seal(kept, toContext(owner)),
      identity: typeof issuer === 'string' ? { issuer, subject: subject as string } : null,
      removedAt: row.removed_at as string | null,
      roles: parseGivenRoles(row.roles),
    };
  }

  /** Returns a secret for this file; `null` without a passphrase, and if it was sealed with a secret that is lost. */
  #reseal({ sealed }: Row, context: string): string | null {
    const secret = this.#key && this.#box.unseal(String(sealed));
    return secret === null ? null : this.#key!.seal(secret, context);
  }
}

function toContentRecord(
  companyId: number,
  row: Row,
): RecordOf<'dashboard'> | RecordOf<'version'> | RecordOf<'draft'> {
  const guid = String(row.guid);
  const of = { guid, version: Number(row.version), savedAt: String(row.saved_at) };
  const content: unknown = JSON.parse(String(row.content));
  const editor = row.editor as string | null;
  if (row.kind === 'draft') {
    const publishedVersion = Number(row.published_version);
    return { kind: 'draft', companyId, ...of, publishedVersion, editor: String(editor), content };
  }
  const definition = content as RecordOf<'dashboard'>['definition'];
  const title = String(row.title);
  if (row.kind === 'version') return { kind: 'version', ...of, title, definition };
  const accessible = row.accessible === true;
  return { kind: 'dashboard', companyId, ...of, title, accessible, editor, definition };
}
