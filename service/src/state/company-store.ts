import type { Dashboard } from '../dashboard/definition.ts';
import type { Database } from '../database/database.ts';
import { createSecret, isSameFingerprint, type SecretBox } from '../secrets/secret-box.ts';
import { SettingError } from '../process/setting-error.ts';

/** A company account, without its key. */
export interface Company {
  id: number;
  name: string;
  hasKey: boolean;
  dashboardCount: number;
}

/** The company that the service starts with. */
export const DEMO_COMPANY_ID = 1;

/** The company accounts and their API keys. The keys are stored sealed and looked up by their fingerprints. */
export class CompanyStore {
  readonly #state: Database;
  readonly #box: SecretBox;

  constructor(state: Database, box: SecretBox) {
    this.#state = state;
    this.#box = box;
  }

  /**
   * Creates the demo company with its dashboards if it does not exist. Sets the configured key only if that key has
   * changed since the last start: a key that was generated in the back office survives a restart.
   * @throws {SettingError} for a key that another company has.
   */
  async keepDemoCompany(
    name: string,
    apiKey: string,
    dashboards: readonly Dashboard[],
  ): Promise<void> {
    const keeping = this.#state.query(
      `WITH company AS (
         INSERT INTO companies (id, name, api_key_hash, api_key_sealed, configured_key_hash)
         VALUES ($1, $2, $3, $4, $3)
         ON CONFLICT (id) DO UPDATE SET api_key_hash = excluded.api_key_hash,
           api_key_sealed = excluded.api_key_sealed,
           configured_key_hash = excluded.configured_key_hash
         WHERE companies.configured_key_hash IS DISTINCT FROM excluded.configured_key_hash
         RETURNING id, xmax = 0 AS is_new
       )
       INSERT INTO dashboards (guid, company_id, title, accessible, definition)
       SELECT guid, company.id, title, accessible, definition FROM company,
         json_to_recordset($5::text::json)
           AS made (guid uuid, title text, accessible boolean, definition json)
       WHERE is_new`,
      [
        DEMO_COMPANY_ID,
        name,
        this.#box.fingerprint(apiKey),
        this.#box.seal(apiKey),
        JSON.stringify(dashboards),
      ],
    );
    await keeping.catch(async (error) => {
      const owner = await this.findByApiKey(apiKey);
      if (owner === null || owner === DEMO_COMPANY_ID) throw error;
      throw new SettingError('SERVICE_API_KEY is the key of another company.');
    });
  }

  /** Returns all companies, sorted by name. */
  async list(): Promise<Company[]> {
    const rows = await this.#state.query(`${SELECT_COMPANY} ORDER BY lower(name), id`);
    return rows.map(toCompany);
  }

  /** Returns a company; `null` if it does not exist. */
  async find(id: number): Promise<Company | null> {
    const [row] = await this.#state.query(`${SELECT_COMPANY} WHERE companies.id = $1`, [id]);
    return row ? toCompany(row) : null;
  }

  /** Creates a company that has no key yet. Returns its id. */
  async create(name: string): Promise<number> {
    const [row] = await this.#state.query('INSERT INTO companies (name) VALUES ($1) RETURNING id', [
      name,
    ]);
    return Number(row?.id);
  }

  async rename(id: number, name: string): Promise<void> {
    await this.#state.query('UPDATE companies SET name = $2 WHERE id = $1', [id, name]);
  }

  /** Gives the company a new key. The previous key stops working immediately. */
  async regenerateKey(id: number): Promise<void> {
    const apiKey = createSecret();
    await this.#state.query(
      'UPDATE companies SET api_key_hash = $2, api_key_sealed = $3 WHERE id = $1',
      [id, this.#box.fingerprint(apiKey), this.#box.seal(apiKey)],
    );
  }

  /** Returns the company's key; `null` if it has no key, or its key was sealed with another secret. */
  async revealKey(id: number): Promise<string | null> {
    const [row] = await this.#state.query('SELECT api_key_sealed FROM companies WHERE id = $1', [
      id,
    ]);
    return typeof row?.api_key_sealed === 'string' ? this.#box.unseal(row.api_key_sealed) : null;
  }

  /**
   * Returns the id of the company that an API key belongs to; `null` for an invalid key. Looks the key up by its
   * fingerprint and compares that in constant time.
   */
  async findByApiKey(apiKey: string): Promise<number | null> {
    const fingerprint = this.#box.fingerprint(apiKey);
    const [row] = await this.#state.query(
      'SELECT id, api_key_hash FROM companies WHERE api_key_hash = $1',
      [fingerprint],
    );
    return row && isSameFingerprint(fingerprint, row.api_key_hash) ? Number(row.id) : null;
  }
}

const SELECT_COMPANY = `
  SELECT id, name, api_key_hash IS NOT NULL AS has_key,
    (SELECT count(*)::int FROM dashboards WHERE company_id = companies.id) AS dashboard_count
  FROM companies`;

function toCompany(row: Record<string, unknown>): Company {
  return {
    id: Number(row.id),
    name: String(row.name),
    hasKey: row.has_key === true,
    dashboardCount: Number(row.dashboard_count),
  };
}
