import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IS_COMPILED } from '../process/is-compiled.ts';
import { isLoopback } from '../process/public-url.ts';
import { SettingError } from '../process/setting-error.ts';
import { parseOptions, readOptions, type SettingOptions, type SettingValues } from './settings.ts';

/** The settings of an environment, as options of `createDashboardService`. */
export interface Settings extends SettingOptions {
  /** The folder for the secrets that are not set. */
  secretsFolder: string;
}

/** The settings of an environment, as the service uses them. */
export interface ParsedSettings extends SettingValues {
  /** The folder for the secrets that are not set. */
  secretsFolder: string;
}

/** Not inside the installed package: the next installation would remove it. */
const DEFAULT_FOLDER = IS_COMPILED
  ? '.dashboard-service'
  : fileURLToPath(new URL('../../.data', import.meta.url));

/**
 * Reads the settings. An empty variable counts as not set. A relative DATABASE_URL and the default folder of the
 * package are resolved from the folder `from`.
 * @throws {SettingError} The message names the variable, and never its value.
 */
export function readSettings(environment: NodeJS.ProcessEnv, from: string): Settings {
  const options = readEnvironment(environment);
  const { url, database, secretsFolder } = parse(options, from);
  const place = database.kind === 'folder' ? database.folder : options.database;
  return { ...options, url, database: place, secretsFolder };
}

/** Parses the settings for the command. Otherwise as {@link readSettings}. */
export function parseSettings(environment: NodeJS.ProcessEnv, from: string): ParsedSettings {
  return parse(readEnvironment(environment), from);
}

function readEnvironment(environment: NodeJS.ProcessEnv): SettingOptions {
  return readOptions({ ...environment, DATABASE_URL: environment.DATABASE_URL || DEFAULT_FOLDER });
}

function parse(options: SettingOptions, from: string): ParsedSettings {
  const values = parseOptions(options);
  const { host, url, database } = values;
  if (host !== null && !isLoopback(host) && url === undefined) {
    throw new SettingError('SERVICE_HOST needs SERVICE_URL, the address that browsers use.');
  }
  if (database.kind !== 'folder')
    return { ...values, secretsFolder: resolve(from, DEFAULT_FOLDER) };
  const folder = resolve(from, database.folder);
  return { ...values, database: { ...database, folder }, secretsFolder: folder };
}
