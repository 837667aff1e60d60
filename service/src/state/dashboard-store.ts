import type { Dashboard, DashboardDefinition } from '../dashboard/definition.ts';
import type { Queries, Row } from '../database/database.ts';
import { type Note, UNNOTED } from './audit-note.ts';
import { toInstant } from './instants.ts';

/** A dashboard in a list. */
export interface DashboardSummary {
  guid: string;
  title: string;
  companyId: number;
  companyName: string;
  accessible: boolean;
  savedAt: Date;
  /** Increases by one each time that the dashboard is published. */
  version: number;
}

/** The published version of a dashboard. */
export interface SavedDashboard extends Dashboard, DashboardSummary {
  /** The editor that published the version; `null` if it is not known. */
  editor: string | null;
}

/** An earlier published version in a list. */
export interface VersionSummary {
  version: number;
  title: string;
  savedAt: Date;
  /** The person who published it; `null` after the retention of the audit. */
  person: string | null;
}

/** The number of earlier versions that are kept of a dashboard. */
const MAX_VERSIONS = 20;

/** The published dashboards, and their earlier versions. */
export class DashboardStore {
  readonly #state: Queries;
  readonly #now: () => number;

  constructor(state: Queries, now: () => number) {
    this.#state = state;
    this.#now = now;
  }

  /** Returns a dashboard; `null` if there is none. */
  async find(guid: string): Promise<SavedDashboard | null> {
    const [row] = await this.#state.query(`${SAVED} WHERE guid = $1::uuid`, [guid]);
    return row ? toSaved(row) : null;
  }

  /** Returns the dashboards of a company, sorted by guid. */
  async findAll(companyId: number): Promise<SavedDashboard[]> {
    const rows = await this.#state.query(`${SAVED} WHERE company_id = $1 ORDER BY guid`, [
      companyId,
    ]);
    return rows.map(toSaved);
  }

  /** Saves a new dashboard. Returns `false`, without a change, if its guid is already in use. */
  async create(
    companyId: number,
    dashboard: Dashboard,
    editor: string | null = null,
    note: Note = UNNOTED,
  ): Promise<boolean> {
    const { guid, title, accessible, definition } = dashboard;
    const json = JSON.stringify(definition);
    const rows = await note.run(this.#state, {
      sql: `
       INSERT INTO dashboards (guid, company_id, title, accessible, definition, saved_at, editor)
       VALUES ($1::uuid, $2, $3, $4, $5::text::json, $6::timestamptz, $7)
       ON CONFLICT (guid) DO NOTHING RETURNING guid`,
      values: [guid, companyId, title, accessible, json, toInstant(this.#now()), editor],
    });
    return rows.length === 1;
  }

  /**
   * Replaces a version and keeps it as an earlier version. Returns `false`, without a change, if another author has
   * replaced it in the meantime, or if the dashboard is one of another company.
   */
  async save(
    guid: string,
    version: number,
    { title, definition, companyId }: Pick<SavedDashboard, 'title' | 'definition' | 'companyId'>,
    editor: string,
    note: Note = UNNOTED,
  ): Promise<boolean> {
    const rows = await note.run(this.#state, {
      ctes: `kept AS (
         INSERT INTO dashboard_versions
         SELECT guid, version, title, definition, saved_at FROM dashboards
         WHERE guid = $1::uuid AND version = $2 AND company_id = $7
         ON CONFLICT DO NOTHING
       ), pruned AS (
         DELETE FROM dashboard_versions WHERE guid = $1::uuid AND version <= $2 - ${MAX_VERSIONS}
           AND guid IN (SELECT guid FROM dashboards WHERE company_id = $7)
       )`,
      sql: `
       UPDATE dashboards SET title = $3, definition = $4::text::json,
         saved_at = $5::timestamptz, editor = $6, version = version + 1
       WHERE guid = $1::uuid AND version = $2 AND company_id = $7 RETURNING version`,
      values: [
        guid,
        version,
        title,
        JSON.stringify(definition),
        toInstant(this.#now()),
        editor,
        companyId,
      ],
    });
    return rows.length === 1;
  }

  /** Returns the earlier versions of a dashboard, the latest one first. */
  async versions(guid: string): Promise<VersionSummary[]> {
    const rows = await this.#state.query(
      `SELECT version, title, saved_at, (
         SELECT person FROM audit_entries WHERE object_id = $1 AND action = 'publish'
           AND (after ->> 'version')::int = version
         ORDER BY id DESC LIMIT 1
       ) AS person
       FROM dashboard_versions WHERE guid = $1::uuid ORDER BY version DESC`,
      [guid],
    );
    return rows.map(({ version, title, saved_at: savedAt, person }) => ({
      version: Number(version),
      title: String(title),
      savedAt: new Date(String(savedAt)),
      person: person as string | null,
    }));
  }

  /** Returns an earlier version of a dashboard; `null` if there is none. */
  async findVersion(
    guid: string,
    version: number,
  ): Promise<Pick<Dashboard, 'title' | 'definition'> | null> {
    const [row] = await this.#state.query(
      `SELECT title, definition::text FROM dashboard_versions
       WHERE guid = $1::uuid AND version = $2`,
      [guid, version],
    );
    return row ? { title: String(row.title), definition: toDefinition(row) } : null;
  }

  /** Returns the picture of the published version, as SVG; `null` if there is none yet. */
  async findThumbnail(guid: string): Promise<string | null> {
    const [row] = await this.#state.query(
      `SELECT svg FROM dashboard_thumbnails JOIN dashboards USING (guid, version)
       WHERE guid = $1::uuid`,
      [guid],
    );
    return row ? String(row.svg) : null;
  }

  /** Saves the picture of a version, unless the dashboard was removed. */
  async keepThumbnail(guid: string, version: number, svg: string): Promise<void> {
    await this.#state.query(
      `INSERT INTO dashboard_thumbnails SELECT guid, $2, $3 FROM dashboards WHERE guid = $1::uuid
       ON CONFLICT (guid) DO UPDATE SET version = $2, svg = $3`,
      [guid, version, svg],
    );
  }

  /** Sets the option 'Accessible in API'. A change ends all tokens of the dashboard. */
  async share(guid: string, accessible: boolean, note: Note = UNNOTED): Promise<void> {
    await note.run(this.#state, {
      ctes: `shared AS (
         UPDATE dashboards SET accessible = $2, sharing = sharing + 1
         WHERE guid = $1::uuid AND accessible <> $2 RETURNING guid
       ), ended AS (
         UPDATE tokens SET invalidated_at = $3::timestamptz, connection_string_sealed = NULL
         FROM connections JOIN shared ON dashboard_guid = shared.guid
         WHERE connections.id = connection_id AND invalidated_at IS NULL
       )`,
      sql: 'SELECT guid FROM shared',
      values: [guid, accessible, toInstant(this.#now())],
    });
  }

  /** Removes a dashboard and ends its tokens. Keeps the statistics. */
  async remove(guid: string, note: Note = UNNOTED): Promise<void> {
    await note.run(this.#state, {
      ctes: `removed AS (
         DELETE FROM dashboards WHERE guid = $1::uuid RETURNING guid
       ), ended AS (
         DELETE FROM tokens USING connections, removed
         WHERE connections.id = connection_id AND dashboard_guid = removed.guid
       )`,
      sql: 'SELECT guid FROM removed',
      values: [guid],
    });
  }
}

const SAVED = `SELECT definition::text, editor, guid::text, title, company_id,
  companies.name AS company_name, accessible, saved_at, version
  FROM dashboards JOIN companies ON companies.id = company_id`;

function toSaved(row: Row): SavedDashboard {
  const editor = row.editor as string | null;
  return { ...toSummary(row), editor, definition: toDefinition(row) };
}

function toDefinition({ definition }: Row): DashboardDefinition {
  return JSON.parse(String(definition)) as DashboardDefinition;
}

/** Returns a dashboard of a list, from the columns of the tables. */
export function toSummary(row: Row): DashboardSummary {
  return {
    guid: String(row.guid),
    title: String(row.title),
    companyId: Number(row.company_id),
    companyName: String(row.company_name),
    accessible: row.accessible === true,
    savedAt: new Date(String(row.saved_at)),
    version: Number(row.version),
  };
}
