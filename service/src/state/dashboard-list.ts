import type { Database, Row } from '../database/database.ts';
import { type DashboardSummary, toSummary } from './dashboard-store.ts';
import { type ListPage, type ListQuestion, isIn, readPage, toIds } from './list-page.ts';

/** A dashboard in the list of the back office. A draft has its own title and time. */
export interface DashboardEntry extends DashboardSummary {
  /** `draft`: it was never published. `changed`: its draft differs from its published version. */
  state: 'draft' | 'published' | 'changed';
}

/** A search in the list of dashboards. */
export interface DashboardQuestion extends ListQuestion {
  /** `null` for all companies. */
  companyId: number | null;
  /** The companies whose dashboards are seen. Default: all. */
  seen?: readonly number[] | null;
  /** The companies whose drafts are seen, too. Default: all. */
  edited?: readonly number[] | null;
  /** By title, or the last saved ones first. */
  sort: DashboardOrder;
}

/** An order of the list of dashboards. */
export type DashboardOrder = keyof typeof ORDERS;

const ORDERS = {
  title: 'lower(title), guid',
  saved: 'saved_at DESC, guid',
};

/** The published dashboards and the drafts, as one list. */
export class DashboardList {
  readonly #state: Database;

  constructor(state: Database) {
    this.#state = state;
  }

  /** Returns a page of the dashboards whose titles contain a text. */
  find(question: DashboardQuestion): Promise<ListPage<DashboardEntry>> {
    const { search, companyId, seen = null, edited = null, sort, page } = question;
    const values = [search, companyId, toIds(seen), toIds(edited)];
    const list = { sql: ENTRIES, values, order: ORDERS[sort] };
    return readPage(this.#state, list, page, toEntry);
  }
}

const ENTRIES = `
  SELECT entries.*, companies.name AS company_name
  FROM (
    SELECT published.guid, coalesce(draft.title, published.title) AS title, published.company_id,
      accessible, coalesce(draft.saved_at, published.saved_at) AS saved_at, published.version,
      CASE WHEN draft.guid IS NULL THEN 'published' ELSE 'changed' END AS state
    FROM dashboards AS published LEFT JOIN dashboard_drafts AS draft
      ON draft.guid = published.guid AND ${isIn('published.company_id', '$4')}
    UNION ALL
    SELECT guid, title, company_id, false, saved_at, 0, 'draft' FROM dashboard_drafts
    WHERE guid NOT IN (SELECT guid FROM dashboards) AND ${isIn('company_id', '$4')}
  ) AS entries JOIN companies ON companies.id = company_id
  WHERE position(lower($1) IN lower(title)) > 0 AND ($2::int IS NULL OR company_id = $2)
    AND ${isIn('company_id', '$3')}`;

function toEntry(row: Row): DashboardEntry {
  return { ...toSummary(row), state: row.state as DashboardEntry['state'] };
}
