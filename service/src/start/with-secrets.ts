import type { Database, DataSource } from '../database/database.ts';
import { openDatabases } from './open-databases.ts';
import type { ParsedSettings } from './read-settings.ts';
import { openSecretBox, requireSecrets, type ServiceBox } from './service-secrets.ts';

/**
 * Runs the work of a command with the secrets of the settings, while the databases are open: those of the service's own
 * tables and of its data.
 * Throws {@link SettingError} for secrets that are missing or too short.
 */
export async function withSecrets<Result>(
  settings: ParsedSettings,
  work: (state: Database, secrets: ServiceBox, data: DataSource) => Promise<Result>,
): Promise<Result> {
  const { database, queryLimitMs, connections, secretsFolder } = settings;
  if (database.kind === 'postgres') requireSecrets(settings);
  const secrets = openSecretBox({ ...settings, folder: secretsFolder });
  const { state, data, close } = await openDatabases(database, queryLimitMs, { connections });
  try {
    return await work(state, secrets, data);
  } finally {
    await close();
  }
}
