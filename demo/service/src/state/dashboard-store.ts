import type { Dashboard, DashboardDefinition } from '../dashboard/definition.ts';
import type { Database, Row } from '../database/database.ts';

/** A dashboard in a list. */
export interface DashboardSummary {
  guid: string;
  title: string;
  companyId: number;
  companyName: string;
  accessible: boolean;
  savedAt: Date;
}

/** A dashboard as its author left it. */
export interface SavedDashboard extends Dashboard, DashboardSummary {
  /** Goes up with each save. */
  version: number;
}

/** The dashboards that authors have saved. */
export class DashboardStore {
  readonly #state: Database;
  readonly #now: () => number;

  constructor(state: Database, now: () => number) {
    this.#state = state;
    this.#now = now;
  }

  /** All dashboards, or one company's, by their titles. */
  async list(companyId: number | null = null): Promise<DashboardSummary[]> {
    const rows = await this.#state.query(
      `SELECT ${SUMMARY} WHERE $1::int IS NULL OR company_id = $1 ORDER BY lower(title), guid`,
      [companyId],
    );
    return rows.map(toSummary);
  }

  /** What was saved last; `null` when there is none. */
  async find(guid: string): Promise<SavedDashboard | null> {
    const [row] = await this.#state.query(
      `SELECT version, definition::text, ${SUMMARY} WHERE guid = $1::uuid`,
      [guid],
    );
    if (!row) return null;
    const definition = JSON.parse(String(row.definition)) as DashboardDefinition;
    return { ...toSummary(row), definition, version: Number(row.version) };
  }

  /** Saves a new dashboard; answers `false`, and changes nothing, where there is one of its guid. */
  async create(companyId: number, dashboard: Dashboard): Promise<boolean> {
    const { guid, title, accessible, definition } = dashboard;
    const rows = await this.#state.query(
      `INSERT INTO dashboards (guid, company_id, title, accessible, definition, saved_at)
       VALUES ($1::uuid, $2, $3, $4, $5::text::json, $6::timestamptz)
       ON CONFLICT (guid) DO NOTHING RETURNING guid`,
      [guid, companyId, title, accessible, JSON.stringify(definition), this.#instant()],
    );
    return rows.length === 1;
  }

  /** Saves over what `version` was; answers `false`, and changes nothing, where another was saved meanwhile. */
  async save(
    guid: string,
    version: number,
    { title, definition }: Pick<Dashboard, 'title' | 'definition'>,
  ): Promise<boolean> {
    const rows = await this.#state.query(
      `UPDATE dashboards SET title = $3, definition = $4::text::json,
         saved_at = $5::timestamptz, version = version + 1
       WHERE guid = $1::uuid AND version = $2 RETURNING version`,
      [guid, version, title, JSON.stringify(definition), this.#instant()],
    );
    return rows.length === 1;
  }

  /** Sets the option 'Accessible in API'. Once it is off no token of before opens the dashboard any more. */
  async share(guid: string, accessible: boolean): Promise<void> {
    await this.#state.query(
      `WITH changed AS (
         UPDATE dashboards SET accessible = $2, sharing = sharing + 1
         WHERE guid = $1::uuid AND accessible <> $2 RETURNING guid
       )
       UPDATE tokens SET invalidated_at = $3::timestamptz, connection_string_sealed = NULL
       FROM connections JOIN changed ON dashboard_guid = changed.guid
       WHERE connections.id = connection_id AND invalidated_at IS NULL`,
      [guid, accessible, this.#instant()],
    );
  }

  /** Removes a dashboard and ends its tokens. The statistics stay. */
  async remove(guid: string): Promise<void> {
    await this.#state.query(
      `WITH removed AS (DELETE FROM dashboards WHERE guid = $1::uuid RETURNING guid)
       DELETE FROM tokens USING connections, removed
       WHERE connections.id = connection_id AND dashboard_guid = removed.guid`,
      [guid],
    );
  }

  #instant(): string {
    return new Date(this.#now()).toISOString();
  }
}

const SUMMARY = `guid::text, title, company_id, companies.name AS company_name, accessible, saved_at
  FROM dashboards JOIN companies ON companies.id = company_id`;

function toSummary(row: Row): DashboardSummary {
  return {
    guid: String(row.guid),
    title: String(row.title),
    companyId: Number(row.company_id),
    companyName: String(row.company_name),
    accessible: row.accessible === true,
    savedAt: new Date(String(row.saved_at)),
  };
}
