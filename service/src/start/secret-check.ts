import type { Database } from '../database/database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import { SettingError } from '../process/setting-error.ts';
import { toCommandLine } from '../process/service-command.ts';

/**
 * Selects the text to check. A database of an earlier version has none. It has the demo company's key instead, which
 * its last process sealed.
 */
const SEALED = `
  SELECT sealed, 0 AS place FROM secret_check
  UNION ALL SELECT api_key_sealed, id FROM companies WHERE api_key_sealed IS NOT NULL
  ORDER BY place LIMIT 1`;

/**
 * Checks that all processes of a database use the same secret. With another secret, a process could not read their
 * sealed texts, and would replace their API key. The first process stores a sealed text for the others.
 * @throws {SettingError} for another secret.
 */
export async function checkSecret(state: Database, box: SecretBox): Promise<void> {
  if (!(await hasOtherSecret(state, box))) {
    await state.query('INSERT INTO secret_check (sealed) VALUES ($1) ON CONFLICT DO NOTHING', [
      box.seal('dashboard-service'),
    ]);
    // Check again: if two processes start first at the same time, only one stores its text.
    if (!(await hasOtherSecret(state, box))) return;
  }
  throw new SettingError(
    `SERVICE_SECRET is not the one that this database was set up with. If that one is lost, run: ${toCommandLine('reset-secrets')}`,
  );
}

/** Returns whether a database was set up with another secret. */
export async function hasOtherSecret(state: Database, box: SecretBox): Promise<boolean> {
  const [row] = await state.query(SEALED);
  return row !== undefined && box.unseal(String(row.sealed)) === null;
}
