import { timingSafeEqual } from 'node:crypto';
import type { Dashboard, DashboardDefinition } from '../dashboard/definition.ts';
import type { Database } from '../database/database.ts';
import type { SecretBox } from '../secret-box.ts';

/** Company accounts and the dashboards they have saved. */
export class CompanyStore {
  readonly #state: Database;
  readonly #box: SecretBox;

  constructor(state: Database, box: SecretBox) {
    this.#state = state;
    this.#box = box;
  }

  /** Makes the company or gives it this API key, of which only the fingerprint is kept. */
  async save(id: number, name: string, apiKey: string): Promise<void> {
    await this.#state.query(
      `INSERT INTO companies (id, name, api_key_hash) VALUES ($1, $2, $3)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, api_key_hash = excluded.api_key_hash`,
      [id, name, this.#box.fingerprint(apiKey)],
    );
  }

  /**
   * The company that an API key belongs to; `null` for a key that is none. It is looked up by its
   * fingerprint and compared in constant time.
   */
  async findByApiKey(apiKey: string): Promise<number | null> {
    const fingerprint = this.#box.fingerprint(apiKey);
    const [row] = await this.#state.query(
      'SELECT id, api_key_hash FROM companies WHERE api_key_hash = $1',
      [fingerprint],
    );
    if (!row) return null;
    const kept = Buffer.from(String(row.api_key_hash));
    return timingSafeEqual(Buffer.from(fingerprint), kept) ? Number(row.id) : null;
  }

  /** Saves a dashboard over the one with the same identifier. */
  async saveDashboard(companyId: number, dashboard: Dashboard): Promise<void> {
    const { guid, title, accessible, definition } = dashboard;
    await this.#state.query(
      `INSERT INTO dashboards (guid, company_id, title, accessible, definition)
       VALUES ($1::uuid, $2, $3, $4, $5::text::jsonb)
       ON CONFLICT (guid) DO UPDATE SET title = excluded.title,
         accessible = excluded.accessible, definition = excluded.definition`,
      [guid, companyId, title, accessible, JSON.stringify(definition)],
    );
  }

  /** A dashboard of the company that its author has made accessible in API. */
  async hasAccessibleDashboard(companyId: number, guid: string): Promise<boolean> {
    const rows = await this.#state.query(
      'SELECT 1 FROM dashboards WHERE guid = $1::uuid AND company_id = $2 AND accessible',
      [guid, companyId],
    );
    return rows.length === 1;
  }

  /** What the author saved; `null` when it is gone or no longer accessible in API. */
  async findDashboard(guid: string): Promise<Dashboard | null> {
    const [row] = await this.#state.query(
      'SELECT title, definition::text FROM dashboards WHERE guid = $1::uuid AND accessible',
      [guid],
    );
    if (!row) return null;
    const definition = JSON.parse(String(row.definition)) as DashboardDefinition;
    return { guid, title: String(row.title), accessible: true, definition };
  }
}
