import type { Database } from '../database/database.ts';
import { isReadable, type ServiceBox } from './service-secrets.ts';
import { SettingError } from '../process/setting-error.ts';
import { toCommandLine } from '../process/service-command.ts';

/** The text to check. */
const CHECKED = 'dashboard-service';

/**
 * Selects the text to check, sealed. A database of an earlier version has none. It has the demo company's key instead, which
 * its last process sealed.
 */
const SEALED = `
  SELECT sealed, 0 AS place FROM secret_check
  UNION ALL SELECT api_key_sealed, id FROM companies WHERE api_key_sealed IS NOT NULL
  ORDER BY place LIMIT 1`;

/**
 * Checks that one of this process's secrets is that of the database. With another secret, a process could not read the
 * sealed texts of the others, and would replace their API key. The first process stores a sealed text for the others.
 * @throws {SettingError} for another secret.
 */
export async function checkSecret(state: Database, secrets: ServiceBox): Promise<void> {
  await assertSecret(state, secrets);
  await state.query('INSERT INTO secret_check (sealed) VALUES ($1) ON CONFLICT DO NOTHING', [
    secrets.box.seal(CHECKED),
  ]);
  // Check again: if two processes start first at the same time, only one stores its text.
  await assertSecret(state, secrets);
}

/** Throws {@link SettingError} if a database was set up with another secret. */
export async function assertSecret(state: Database, secrets: ServiceBox): Promise<void> {
  if (!(await hasOtherSecret(state, secrets))) return;
  throw new SettingError(
    `SERVICE_SECRET is not the one that this database was set up with. If that one is lost, run: ${toCommandLine('reset-secrets')}`,
  );
}

/**
 * Returns whether a database was set up with another secret.
 * @throws {SettingError} if that is the whole text of the setting.
 */
export async function hasOtherSecret(state: Database, secrets: ServiceBox): Promise<boolean> {
  const [row] = await state.query(SEALED);
  return row !== undefined && !isReadable(String(row.sealed), secrets);
}

/** Seals the text to check with the first secret. From then on, a process needs that secret to start. */
export async function resealCheck(state: Database, { box }: ServiceBox): Promise<void> {
  const [row] = await state.query('SELECT sealed FROM secret_check');
  if (!row || box.isCurrent(String(row.sealed))) return;
  await state.query('UPDATE secret_check SET sealed = $1 WHERE sealed = $2', [
    box.seal(CHECKED),
    String(row.sealed),
  ]);
}
