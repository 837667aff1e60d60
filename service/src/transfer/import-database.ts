import { z } from 'zod';
import type { DatabaseError, Statements } from '../database/database.ts';
import { COMPANY_NAME } from '../demo/company.ts';
import { demoDashboards } from '../demo/demo-dashboards.ts';
import { isApiKey } from '../secrets/api-key.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { AuditStore } from '../state/audit-store.ts';
import { DEMO_COMPANY_ID } from '../state/company-store.ts';
import { NO_STRING } from '../state/connection-store.ts';
import { toNameKey } from '../state/people-store.ts';
import { SERVICE_ACTORS } from '../state/service-actors.ts';
import { toDraftTitle } from '../state/draft-store.ts';
import type { DashboardDraft } from '../dashboard/dashboard-draft.ts';
import { findContentFault } from './checked-content.ts';
import type { ExportKey } from './export-key.ts';
import type { NumberedRecord } from './read-export.ts';
import { ImportedRows } from './imported-rows.ts';
import { type ExportRecord, type RecordCounts, type RecordOf, toContext } from './records.ts';
import { RefusedFileError } from './refused-file.ts';

/** The secrets of an import, and the rule for connection strings. */
export interface ImportOptions {
  box: SecretBox;
  /** The key of the file; `null` leaves its API keys and connection strings out. */
  key: ExportKey | null;
  /** The demo company's key, if it gets none from the file. */
  apiKey: string;
  /** Returns whether a company may have a connection string. */
  allows: (connectionString: string, companyId: number) => boolean;
}

/** The end of an import. */
export interface ImportEnd {
  counts: RecordCounts;
  /** The companies that have no API key. */
  companiesWithoutKey: number;
  /** The connections that have no connection string. */
  connectionsWithoutString: number;
  /** The people who cannot sign in before somebody invites them again. */
  peopleWithoutPassword: number;
  /** The demo company's key; `null` if there is no such company. */
  demoKey: string | null;
}

/**
 * Selects whether a database has more than a first start makes: the demo company with its first dashboards, of which
 * nobody has changed or opened anything.
 */
const IS_USED = `
  SELECT EXISTS (SELECT FROM companies WHERE id <> ${DEMO_COMPANY_ID} OR name <> $1
      OR removed_at IS NOT NULL OR previous_key_hash IS NOT NULL)
    OR EXISTS (SELECT FROM dashboards WHERE version > 1 OR sharing > 1 OR editor IS NOT NULL
      OR guid::text NOT IN (SELECT json_array_elements_text($2::text::json)))
    OR EXISTS (SELECT FROM dashboard_drafts) OR EXISTS (SELECT FROM data_connections)
    OR EXISTS (SELECT FROM people) OR EXISTS (SELECT FROM connections) OR EXISTS (SELECT FROM daily_counts) AS is_used`;
const USED =
  'The database is not empty. Import into a new one, or import the dashboards of one company with --company.';

/** Removes what a first start has made. What somebody adds at the same time stays, and the import fails. */
const CLEAR = `
  DELETE FROM dashboards WHERE version = 1 AND sharing = 1 AND editor IS NULL;
  DELETE FROM companies;`;

/** The next company and the next person get ids of their own. */
const COUNT_ON = `
  SELECT setval(pg_get_serial_sequence('companies', 'id'),
      (SELECT greatest(max(id), ${DEMO_COMPANY_ID})::bigint FROM companies)),
    setval(pg_get_serial_sequence('people', 'id'), (SELECT max(id)::bigint FROM people))`;

/** The rules that rows must follow together, as statements that select a row against each. */
const RULES: readonly (readonly [sql: string, fault: string])[] = [
  [
    `SELECT FROM dashboard_drafts AS drafts JOIN dashboards USING (guid)
     WHERE drafts.company_id <> dashboards.company_id LIMIT 1`,
    'A draft belongs to the dashboard of another company.',
  ],
  [
    `SELECT FROM dashboard_versions AS versions JOIN dashboards USING (guid)
     WHERE versions.version >= dashboards.version LIMIT 1`,
    'An earlier version of a dashboard is not earlier than its published version.',
  ],
  [
    `SELECT FROM companies WHERE removed_at IS NOT NULL AND (
       api_key_hash IS NOT NULL OR id IN (SELECT company_id FROM dashboards)
       OR id IN (SELECT company_id FROM dashboard_drafts) OR id IN (SELECT company_id FROM data_connections)
     ) LIMIT 1`,
    'A deleted company has content.',
  ],
  [
    `SELECT FROM people JOIN person_roles ON person_id = people.id WHERE removed_at IS NOT NULL LIMIT 1`,
    'A removed person has a role.',
  ],
];

/**
 * Imports everything into an empty database: ids, versions, times and keys stay the same.
 * @throws {RefusedFileError} if the database is not empty, or for a fault of a record. The caller rolls back.
 */
export async function importDatabase(
  state: Statements,
  records: AsyncIterable<NumberedRecord>,
  options: ImportOptions,
): Promise<ImportEnd> {
  const first = demoDashboards.map(({ guid }) => guid);
  const [row] = await state.query(IS_USED, [COMPANY_NAME, JSON.stringify(first)]);
  if (row?.is_used === true) throw new RefusedFileError(null, USED);
  await clear(state);
  const rows = new ImportedRows(state);
  const converter = new RecordConverter(options);
  for await (const { line, record } of records) {
    await rows.add(record.kind, line, converter.toRow(line, record));
  }
  await rows.flush();
  for (const [sql, fault] of RULES) {
    if ((await state.query(sql)).length > 0) throw new RefusedFileError(null, fault);
  }
  await state.query(COUNT_ON);
  const after = { ...rows.counts };
  const audit = new AuditStore(state, Date.now, () => {});
  await audit.add({ actor: SERVICE_ACTORS.import, action: 'import', companyId: null, after });
  return { counts: rows.counts, ...converter.end };
}

async function clear(state: Statements): Promise<void> {
  try {
    await state.execute(CLEAR);
  } catch (error) {
    // Somebody has requested a token meanwhile, which belongs to a company.
    if ((error as DatabaseError).code === '23503') throw new RefusedFileError(null, USED);
    throw error;
  }
}

const passwordHash = z.strictObject({
  salt: z.string().regex(/^[\w-]{16,100}$/),
  hash: z.string().regex(/^[\w-]{32,200}$/),
});

/** Turns records into rows, and checks their contents. */
class RecordConverter {
  readonly #options: ImportOptions;
  readonly end: Omit<ImportEnd, 'counts'> = {
    ...{ companiesWithoutKey: 0, connectionsWithoutString: 0 },
    ...{ peopleWithoutPassword: 0, demoKey: null },
  };

  constructor(options: ImportOptions) {
    this.#options = options;
  }

  toRow(line: number, record: ExportRecord): object {
    const fault = findContentFault(record);
    if (fault !== null) throw new RefusedFileError(line, fault);
    switch (record.kind) {
      case 'company':
        return this.#toCompany(line, record);
      case 'connection':
        return this.#toConnection(line, record);
      case 'person':
        return this.#toPerson(line, record);
      case 'draft': {
        const { content: draft, ...row } = record;
        // The column is text, because its JSON may contain characters that PostgreSQL's JSON rejects.
        const text = JSON.stringify(draft);
        return { ...row, title: toDraftTitle(draft as DashboardDraft), text };
      }
      default:
        return record;
    }
  }

  #toCompany(line: number, company: RecordOf<'company'>): object {
    const { id, removedAt } = company;
    const isDemo = id === DEMO_COMPANY_ID && removedAt === null;
    const apiKey =
      this.#unseal(line, company.apiKey, toContext(company)) ??
      (isDemo ? this.#options.apiKey : null);
    if (apiKey !== null && !isApiKey(apiKey)) {
      throw new RefusedFileError(line, 'the API key cannot be part of a URL.');
    }
    if (isDemo) this.end.demoKey = apiKey;
    if (apiKey === null && removedAt === null) this.end.companiesWithoutKey += 1;
    const { box } = this.#options;
    return {
      ...company,
      ...(apiKey && { hash: box.fingerprint(apiKey), sealed: box.seal(apiKey) }),
    };
  }

  #toConnection(line: number, connection: RecordOf<'connection'>): object {
    const { box, allows } = this.#options;
    const text = this.#unseal(line, connection.connectionString, toContext(connection));
    if (text !== null && !allows(text, connection.companyId)) {
      throw new RefusedFileError(
        line,
        `the connection string of “${connection.name}” is not allowed: its server must be listed in SERVICE_CONNECTION_HOSTS, or its file must lie in a folder of SERVICE_CONNECTION_FILES.`,
      );
    }
    if (text === null) this.end.connectionsWithoutString += 1;
    return { ...connection, sealed: text === null ? NO_STRING : box.seal(text) };
  }

  #toPerson(line: number, person: RecordOf<'person'>): object {
    const { identity, removedAt, ...row } = person;
    const kept = passwordHash.safeParse(
      JSON.parse(this.#unseal(line, person.password, toContext(person)) ?? 'null'),
    ).data;
    const isInvited = removedAt === null && identity === null;
    if (isInvited && !kept) this.end.peopleWithoutPassword += 1;
    const key = isInvited ? toNameKey(person.name) : null;
    return { ...row, ...identity, removedAt, key, ...(isInvited && kept) };
  }

  #unseal(line: number, sealed: string | null, context: string): string | null {
    const { key } = this.#options;
    if (key === null || sealed === null) return null;
    const text = key.unseal(sealed, context);
    if (text !== null) return text;
    throw new RefusedFileError(line, 'the secret was changed, or belongs to another record.');
  }
}
