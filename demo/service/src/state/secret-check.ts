import type { Database } from '../database/database.ts';
import type { SecretBox } from '../secret-box.ts';
import { SettingError } from '../setting-error.ts';

/** A database of an earlier version has no text to check, but the demo company's key, sealed by its last process. */
const SEALED = `
  SELECT sealed, 0 AS place FROM secret_check
  UNION ALL SELECT api_key_sealed, id FROM companies WHERE api_key_sealed IS NOT NULL
  ORDER BY place LIMIT 1`;

/**
 * Makes sure that all processes of a database use the same secret: with another one a process could not read what they
 * have sealed, and would replace their API key. The first process leaves a sealed text for the others.
 * @throws {SettingError} for a secret that does not fit.
 */
export async function checkSecret(state: Database, box: SecretBox): Promise<void> {
  const isOther = async (): Promise<boolean> => {
    const [row] = await state.query(SEALED);
    return row !== undefined && box.unseal(String(row.sealed)) === null;
  };
  if (!(await isOther())) {
    await state.query('INSERT INTO secret_check (sealed) VALUES ($1) ON CONFLICT DO NOTHING', [
      box.seal('dashboard-service'),
    ]);
    // Of two first processes only one has left its text.
    if (!(await isOther())) return;
  }
  throw new SettingError('SERVICE_SECRET is not the one that this database was set up with.');
}
