import type { Database } from '../database/database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { DEMO_COMPANY_ID } from './company-store.ts';
import { NO_STRING } from './connection-store.ts';

/** The sealed texts that the secret of a service cannot unseal. */
export interface LostSecrets {
  /** The companies whose API key is lost. */
  companies: { id: number; name: string }[];
  /** The lost data connections. */
  connections: { companyId: number; company: string; name: string }[];
  /** The hashes of the tokens whose own connection string is lost. */
  tokens: string[];
  /** The sealed text of the check at the start, if it is lost. */
  checks: string[];
}

/** Finds the texts that were sealed with another secret. */
export async function findLostSecrets(state: Database, box: SecretBox): Promise<LostSecrets> {
  const readLost = async (sql: string) =>
    (await state.query(sql)).filter(({ sealed }) => box.unseal(String(sealed)) === null);
  const companies = await readLost(
    `SELECT id, name, api_key_sealed AS sealed FROM companies
     WHERE api_key_hash IS NOT NULL ORDER BY lower(name), id`,
  );
  const connections = await readLost(
    `SELECT companies.id, companies.name AS company, data_connections.name,
       connection_string_sealed AS sealed
     FROM data_connections JOIN companies ON companies.id = company_id
     WHERE connection_string_sealed <> '${NO_STRING}'
     ORDER BY lower(companies.name), data_connections.name`,
  );
  const tokens = await readLost(
    `SELECT token_hash, connection_string_sealed AS sealed FROM tokens
     WHERE connection_string_sealed IS NOT NULL`,
  );
  const checks = await readLost('SELECT sealed FROM secret_check');
  return {
    companies: companies.map(({ id, name }) => ({ id: Number(id), name: String(name) })),
    connections: connections.map(({ id, company, name }) => ({
      companyId: Number(id),
      company: String(company),
      name: String(name),
    })),
    tokens: tokens.map(({ token_hash: hash }) => String(hash)),
    checks: checks.map(({ sealed }) => String(sealed)),
  };
}

/**
 * Removes what was lost. The demo company gets `apiKey` if its own key was lost. The other companies have none. A check that
 * is not lost stays: it refuses a process without the secret that the other texts need.
 */
export async function removeLostSecrets(
  state: Database,
  { companies, connections, tokens, checks }: LostSecrets,
  box: SecretBox,
  apiKey: string,
): Promise<void> {
  await state.query(
    `WITH keys AS (
       UPDATE companies SET previous_key_hash = NULL, previous_key_until = NULL,
         api_key_hash = CASE WHEN id = ${DEMO_COMPANY_ID} THEN $4 END,
         api_key_sealed = CASE WHEN id = ${DEMO_COMPANY_ID} THEN $5 END
       WHERE id IN (SELECT id FROM json_to_recordset($1::text::json) AS lost(id int))
     ), addresses AS (
       DELETE FROM data_connections USING json_to_recordset($2::text::json)
         AS lost("companyId" int, name text)
       WHERE company_id = lost."companyId" AND data_connections.name = lost.name
     ), ended AS (
       UPDATE tokens SET invalidated_at = coalesce(invalidated_at, now()), connection_string_sealed = NULL
       WHERE token_hash IN (SELECT json_array_elements_text($3::text::json))
     )
     DELETE FROM secret_check WHERE sealed IN (SELECT json_array_elements_text($6::text::json))`,
    [
      ...[companies, connections, tokens].map((lost) => JSON.stringify(lost)),
      box.fingerprint(apiKey),
      box.seal(apiKey),
      JSON.stringify(checks),
    ],
  );
}
