import { existsSync } from 'node:fs';
import { allowFiles } from '../database/allowed-files.ts';
import { DataSources } from '../database/data-sources.ts';
import type { Database, DataSource } from '../database/database.ts';
import { toDatabaseFolder } from '../process/data-folder.ts';
import { SettingError } from '../process/setting-error.ts';
import { type Databases, openDatabases } from './open-databases.ts';
import type { ParsedSettings } from './read-settings.ts';
import { openSecretBox, requireSecrets, type ServiceBox } from './service-secrets.ts';

/** The commands that use a service would make a new one in a folder that somebody mistyped. */
function assertService(folder: string): void {
  if (existsSync(toDatabaseFolder(folder, 'state'))) return;
  throw new SettingError(`DATABASE_URL: the folder ${folder} has no service.`);
}

/**
 * Returns the databases of dashboards, with the rules of the settings for connection strings. `data`: the service's own.
 */
export function openSources(settings: ParsedSettings, data: DataSource): DataSources {
  const { connectionHosts: servers, connectionFiles, queryLimitMs: limitMs } = settings;
  const findFile = allowFiles(connectionFiles, [settings.secretsFolder]);
  return new DataSources(data, { servers, limitMs, findFile });
}

/**
 * Runs the work of a command with the secrets of the settings, while the databases are open: those of the service's own
 * tables and of its data. `mayBeNew`: whether a folder that is not there is created.
 * Throws {@link SettingError} for secrets that are missing or too short, and for a folder without a service.
 */
export async function withSecrets<Result>(
  settings: ParsedSettings,
  work: (state: Database, secrets: ServiceBox, databases: Databases) => Promise<Result>,
  { mayBeNew = false } = {},
): Promise<Result> {
  const { database, queryLimitMs, connections, secretsFolder } = settings;
  if (database.kind === 'postgres') requireSecrets(settings);
  if (database.kind === 'folder' && !mayBeNew) assertService(database.folder);
  const secrets = openSecretBox({ ...settings, folder: secretsFolder });
  const databases = await openDatabases(database, queryLimitMs, { connections });
  try {
    return await work(databases.state, secrets, databases);
  } finally {
    await databases.close();
  }
}
