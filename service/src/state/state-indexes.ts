import type { Statements } from '../database/database.ts';

/** Adds an index to a table of the state. Readers and writers of the table continue. */
export type AddIndex = (name: string, columns: string) => Promise<void>;

/** The indexes that were added after their tables: the tables and their columns by the names of the indexes. */
const INDEXES: Readonly<Record<string, string>> = {
  dashboards_company: 'dashboards (company_id)',
  companies_previous_key: 'companies (previous_key_hash)',
  daily_counts_company: 'daily_counts (company_id, kind, day)',
  daily_counts_total: `daily_counts (day, company_id) INCLUDE (tokens, openings, further_loads)
    WHERE kind = 'company'`,
  audit_entries_company_person: 'audit_entries (company_id, person)',
};

/** Returns the statements that create the indexes of empty tables. */
export function toIndexStatements(): string[] {
  return Object.entries(INDEXES).map(
    ([name, columns]) => `CREATE INDEX IF NOT EXISTS ${name} ON ${columns};`,
  );
}

/** Adds the indexes that are missing, one after the other. The service works without them, slowly. */
export async function addIndexes(
  state: Pick<Statements, 'query'>,
  addIndex: AddIndex,
): Promise<void> {
  const rows = await state.query(
    `SELECT name FROM unnest($1::text[]) AS name WHERE NOT EXISTS
       (SELECT FROM pg_index WHERE indexrelid = to_regclass(name) AND indisvalid)`,
    [Object.keys(INDEXES)],
  );
  for (const { name } of rows) await addIndex(String(name), INDEXES[String(name)]!);
}
