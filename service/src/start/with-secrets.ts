import type { Database } from '../database/database.ts';
import { type Databases, openDatabases } from './open-databases.ts';
import type { ParsedSettings } from './read-settings.ts';
import { openSecretBox, requireSecrets, type ServiceBox } from './service-secrets.ts';

/**
 * Runs the work of a command with the secrets of the settings, while the databases are open: those of the service's own
 * tables and of its data.
 * Throws {@link SettingError} for secrets that are missing or too short.
 */
export async function withSecrets<Result>(
  settings: ParsedSettings,
  work: (state: Database, secrets: ServiceBox, databases: Databases) => Promise<Result>,
): Promise<Result> {
  const { database, queryLimitMs, connections, secretsFolder } = settings;
  if (database.kind === 'postgres') requireSecrets(settings);
  const secrets = openSecretBox({ ...settings, folder: secretsFolder });
  const databases = await openDatabases(database, queryLimitMs, { connections });
  try {
    return await work(databases.state, secrets, databases);
  } finally {
    await databases.close();
  }
}
