import type { Dashboard } from '../dashboard/definition.ts';
import type { Database } from '../database/database.ts';
import { type Note, UNNOTED } from './audit-note.ts';
import { type ListPage, type ListQuestion, isIn, readPage, toIds } from './list-page.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

/** The name of a company account. */
export interface CompanyName {
  id: number;
  name: string;
}

/** A company account, without its key. */
export interface Company extends CompanyName {
  hasKey: boolean;
  dashboardCount: number;
}

/** The company that the service starts with. */
export const DEMO_COMPANY_ID = 1;

/** The company accounts. */
export class CompanyStore {
  readonly #state: Database;
  readonly #box: SecretBox;

  constructor(state: Database, box: SecretBox) {
    this.#state = state;
    this.#box = box;
  }

  /**
   * Creates the demo company with its key and its dashboards if it does not exist. Afterwards the database decides: a process
   * with an old key in its environment must not bring that back.
   */
  async keepDemoCompany(
    name: string,
    apiKey: string,
    dashboards: readonly Dashboard[],
  ): Promise<void> {
    await this.#state.query(
      `WITH company AS (
         INSERT INTO companies (id, name, api_key_hash, api_key_sealed) VALUES ($1, $2, $3, $4)
         ON CONFLICT (id) DO NOTHING RETURNING id
       )
       INSERT INTO dashboards (guid, company_id, title, accessible, definition)
       SELECT guid, company.id, title, accessible, definition FROM company,
         json_to_recordset($5::text::json)
           AS made (guid uuid, title text, accessible boolean, definition json)`,
      [
        DEMO_COMPANY_ID,
        name,
        this.#box.fingerprint(apiKey),
        this.#box.seal(apiKey),
        JSON.stringify(dashboards),
      ],
    );
  }

  /** Returns a page of the companies whose names contain a text, sorted by name. `among`: `null` for all. */
  list(
    { search, page }: ListQuestion,
    among: readonly number[] | null = null,
  ): Promise<ListPage<Company>> {
    const sql = `${SELECT_COMPANY} AND position(lower($1) IN lower(name)) > 0 AND ${isIn('id', '$2')}`;
    const list = { sql, values: [search, toIds(among)], order: 'lower(name), id' };
    return readPage(this.#state, list, page, toCompany);
  }

  /** Returns the names of companies, sorted. `among`: `null` for all. */
  async names(among: readonly number[] | null = null): Promise<CompanyName[]> {
    const rows = await this.#state.query(
      `SELECT id, name FROM companies WHERE removed_at IS NULL AND ${isIn('id', '$1')} ORDER BY lower(name), id`,
      [toIds(among)],
    );
    return rows.map(({ id, name }) => ({ id: Number(id), name: String(name) }));
  }

  /** Returns a company; `null` if it does not exist. */
  async find(id: number): Promise<Company | null> {
    const [row] = await this.#state.query(`${SELECT_COMPANY} AND id = $1`, [id]);
    return row ? toCompany(row) : null;
  }

  /** Returns whether a company has a name, in any case. */
  async hasName(name: string): Promise<boolean> {
    const [row] = await this.#state.query(`SELECT 1 WHERE ${isFree('$1', '0')}`, [name]);
    return !row;
  }

  /** Creates a company that has no key yet. Returns its id. */
  async create(name: string, note: Note = UNNOTED): Promise<number> {
    const sql = 'INSERT INTO companies (name) VALUES ($1) RETURNING id';
    const [row] = await note.run(this.#state, { sql, values: [name] });
    return Number(row?.id);
  }

  /**
   * Removes a company with its key, dashboards, drafts and data connections. Its tokens open nothing any more. They follow
   * in steps with its statistics: see `removeDeletedStatistics`.
   */
  async remove(id: number, note: Note = UNNOTED): Promise<void> {
    await note.run(this.#state, {
      ctes: `drafts AS (
         DELETE FROM dashboard_drafts WHERE company_id = $1
       ), addresses AS (
         DELETE FROM data_connections WHERE company_id = $1
       ), roles AS (
         DELETE FROM person_roles WHERE company_id = $1
       ), removed AS (
         DELETE FROM dashboards WHERE company_id = $1
       )`,
      sql: `
       UPDATE companies SET removed_at = now(), name = '', api_key_hash = NULL, api_key_sealed = NULL,
         previous_key_hash = NULL, previous_key_until = NULL
       WHERE id = $1 RETURNING id`,
      values: [id],
    });
  }

  /**
   * Renames a company. Returns `false`, without a change, if another one has the name: rules for roles name companies, and
   * give no role for a name of two.
   */
  async rename(id: number, name: string, note: Note = UNNOTED): Promise<boolean> {
    const sql = `
      UPDATE companies SET name = $2
      WHERE id = $1 AND removed_at IS NULL AND ${isFree('$2', '$1')} RETURNING id`;
    return (await note.run(this.#state, { sql, values: [id, name] })).length === 1;
  }
}

/** Returns the condition that no company but one has a name, in any case. */
function isFree(name: string, id: string): string {
  return `NOT EXISTS (SELECT FROM companies AS other WHERE other.id <> ${id} AND other.removed_at IS NULL
    AND lower(other.name) = lower(${name}))`;
}

const SELECT_COMPANY = `
  SELECT id, name, api_key_hash IS NOT NULL AS has_key,
    (SELECT count(*)::int FROM dashboards WHERE company_id = companies.id) AS dashboard_count
  FROM companies WHERE removed_at IS NULL`;

function toCompany(row: Record<string, unknown>): Company {
  return {
    id: Number(row.id),
    name: String(row.name),
    hasKey: row.has_key === true,
    dashboardCount: Number(row.dashboard_count),
  };
}
