import { toDraft } from '../dashboard/dashboard-draft.ts';
import { describeChanges } from '../dashboard/draft-changes.ts';
import type { Dashboard, DashboardDefinition } from '../dashboard/definition.ts';
import type { Queries } from '../database/database.ts';
import { AuditStore } from '../state/audit-store.ts';
import { toPublication } from '../state/dashboard-changes.ts';
import { DashboardStore } from '../state/dashboard-store.ts';
import { SERVICE_ACTORS } from '../state/service-actors.ts';
import { findContentFault } from './checked-content.ts';
import type { NumberedRecord } from './read-export.ts';
import type { RecordOf } from './records.ts';
import { RefusedFileError } from './refused-file.ts';

/** The numbers of dashboards by what happened to them. */
export interface CompanyImportEnd {
  created: number;
  /** The dashboards that have a new version. */
  changed: number;
  unchanged: number;
  /** The names of the data connections that the dashboards use and the company does not have. */
  missingConnections: string[];
}

const OTHER_COMPANIES = `
  SELECT 1 FROM dashboards WHERE guid = $1::uuid AND company_id <> $2
  UNION ALL SELECT 1 FROM dashboard_drafts WHERE guid = $1::uuid AND company_id <> $2 LIMIT 1`;

/**
 * Imports the published dashboards of one company into the company of the same name: as new versions of those that it
 * has. Its other dashboards, drafts, keys and data connections stay as they are.
 * @throws {RefusedFileError} if one side has not exactly one such company, if another company has one of the
 * dashboards, or for a fault of a record. The caller rolls back.
 */
export async function importCompany(
  state: Queries,
  records: AsyncIterable<NumberedRecord>,
  name: string,
): Promise<CompanyImportEnd> {
  const companies = await state.query(
    'SELECT id FROM companies WHERE name = $1 AND removed_at IS NULL',
    [name],
  );
  expectOne(companies.length, 'The database', name);
  const target = new TargetCompany(state, Number(companies[0]!.id));
  const inFile = new Set<number>();
  for await (const { line, record } of records) {
    if (record.kind === 'company' && record.name === name) inFile.add(record.id);
    if (record.kind !== 'dashboard' || !inFile.has(record.companyId)) continue;
    await target.add(line, record);
  }
  expectOne(inFile.size, 'The file', name);
  return target.end();
}

function expectOne(count: number, place: string, name: string): void {
  if (count === 1) return;
  const found = count === 0 ? 'no company' : 'several companies';
  throw new RefusedFileError(null, `${place} has ${found} with the name “${name}”.`);
}

/** The company that gets dashboards. */
class TargetCompany {
  readonly #state: Queries;
  readonly #id: number;
  readonly #dashboards: DashboardStore;
  readonly #audit: AuditStore;
  /** Marks the versions of this import. */
  readonly #editor = crypto.randomUUID();
  readonly #guids = new Set<string>();
  readonly #connections = new Set<string>();
  readonly #counts = { created: 0, changed: 0, unchanged: 0 };

  constructor(state: Queries, id: number) {
    this.#state = state;
    this.#id = id;
    this.#dashboards = new DashboardStore(state, Date.now);
    // The line of the command tells what happened.
    this.#audit = new AuditStore(state, Date.now, () => {});
  }

  async add(line: number, record: RecordOf<'dashboard'>): Promise<void> {
    const { guid, title, accessible } = record;
    const fault = findContentFault(record);
    if (fault !== null) throw new RefusedFileError(line, fault);
    // The editor's schema has checked the definition.
    const definition = record.definition as unknown as DashboardDefinition;
    if (this.#guids.has(guid)) throw new RefusedFileError(line, `“${title}” is there twice.`);
    this.#guids.add(guid);
    if ((await this.#state.query(OTHER_COMPANIES, [guid, this.#id])).length > 0) {
      throw new RefusedFileError(line, `another company has the dashboard “${title}” (${guid}).`);
    }
    for (const { connection } of Object.values(definition.datasets)) {
      if (connection !== undefined) this.#connections.add(connection);
    }
    this.#counts[await this.#publish({ guid, title, accessible, definition })] += 1;
  }

  async #publish(dashboard: Dashboard): Promise<'created' | 'changed' | 'unchanged'> {
    const { guid, title } = dashboard;
    const there = await this.#dashboards.find(guid);
    if (there && describeChanges(toDraft(there), toDraft(dashboard)).length === 0)
      return 'unchanged';
    const publication = toPublication(dashboard, there?.version ?? 0);
    const note = this.#audit.note({
      ...publication,
      actor: SERVICE_ACTORS.import,
      companyId: this.#id,
    });
    const own = { ...dashboard, companyId: this.#id };
    const isSaved = there
      ? await this.#dashboards.save(guid, there.version, own, this.#editor, note)
      : await this.#dashboards.create(this.#id, dashboard, this.#editor, note);
    if (isSaved) return there ? 'changed' : 'created';
    throw new RefusedFileError(null, `Somebody published “${title}” (${guid}) meanwhile.`);
  }

  async end(): Promise<CompanyImportEnd> {
    const rows = await this.#state.query(
      'SELECT name FROM data_connections WHERE company_id = $1',
      [this.#id],
    );
    const known = new Set(rows.map(({ name }) => name));
    const missingConnections = [...this.#connections].filter((name) => !known.has(name));
    return { ...this.#counts, missingConnections: missingConnections.toSorted() };
  }
}
