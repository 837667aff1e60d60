import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAdminPassword } from '../secrets/admin-password.ts';
import { isApiKey } from '../secrets/api-key.ts';
import {
  CACHE_SECONDS,
  CONNECTIONS,
  DEFAULT_PORT,
  KEEP_STATISTICS_DAYS,
  QUERY_LIMIT_SECONDS,
  TOKEN_LIFETIME_SECONDS,
} from '../process/defaults.ts';
import {
  parseConnectionHosts,
  parseDatabaseUrl,
  type DatabasePlace,
  withDataUrl,
} from './database-url.ts';
import { parseConnectionFiles } from '../database/allowed-files.ts';
import { IS_COMPILED } from '../process/is-compiled.ts';
import { isLoopback, parsePublicUrl } from '../process/public-url.ts';
import { DEFAULT_LANGUAGE, parseLocale } from '../values/language-tag.ts';
import { SHORTEST_SECRET } from '../secrets/secret-box.ts';
import { SettingError } from '../process/setting-error.ts';

/** The checked settings of the service's environment. */
export interface Settings {
  port: number;
  /** The address to listen on; `null` for loopback. */
  host: string | null;
  /** The address that browsers use. Default: the local one. */
  url: string | undefined;
  database: string;
  /** The address of the login under which dashboards read. Default: that of the database. */
  dataUrl: string | undefined;
  /** The folder for the secrets that are not set. */
  secretsFolder: string;
  connections: number;
  secret: string | undefined;
  apiKey: string | undefined;
  adminPassword: string | undefined;
  connectionHosts: readonly string[];
  connectionFiles: readonly string[];
  tokenLifetimeSeconds: number;
  queryLimitMs: number;
  /** The time for which the result of an equal query is used again. */
  cacheMs: number;
  keepStatisticsDays: number;
  frameAncestors: string;
  /** The language of pages, as a BCP 47 tag. */
  locale: string;
}

/** Not inside the installed package: the next installation would remove it. */
const DEFAULT_FOLDER = IS_COMPILED
  ? '.dashboard-service'
  : fileURLToPath(new URL('../../.data', import.meta.url));
const SOURCE =
  /^(\*|'self'|[a-z][a-z\d+.-]*:|([a-z][a-z\d+.-]*:\/\/)?(\[[\da-f:.]+\]|(\*\.)?[a-z\d.-]+)(:(\d+|\*))?(\/[\w./~%-]*)?)$/i;

/**
 * Reads the settings. An empty variable counts as not set. A relative DATABASE_URL and the default folder of the
 * package are resolved from the folder `from`.
 * @throws {SettingError} The message names the variable, and never its value.
 */
export function readSettings(environment: NodeJS.ProcessEnv, from: string): Settings {
  const place = parseDatabaseUrl(environment.DATABASE_URL || DEFAULT_FOLDER);
  const folder = place.kind === 'folder' ? resolve(from, place.folder) : null;
  const host = readHost(environment);
  return {
    port: readInteger(environment, 'SERVICE_PORT', 0, 65535, DEFAULT_PORT),
    host,
    url: readUrl(environment, host),
    database: folder ?? environment.DATABASE_URL!,
    dataUrl: readDataUrl(environment, place),
    secretsFolder: folder ?? resolve(from, DEFAULT_FOLDER),
    connections: readInteger(environment, 'SERVICE_CONNECTIONS', 2, 1000, CONNECTIONS),
    secret: readSecret(environment),
    apiKey: readApiKey(environment),
    adminPassword: readAdminPassword(environment),
    connectionHosts: readConnectionHosts(environment),
    connectionFiles: readConnectionFiles(environment),
    tokenLifetimeSeconds: readInteger(
      environment,
      'SERVICE_TOKEN_LIFETIME',
      1,
      TOKEN_LIFETIME_SECONDS,
      TOKEN_LIFETIME_SECONDS,
    ),
    queryLimitMs:
      1000 * readInteger(environment, 'SERVICE_QUERY_LIMIT', 1, 600, QUERY_LIMIT_SECONDS),
    cacheMs: 1000 * readInteger(environment, 'SERVICE_CACHE_SECONDS', 0, 3600, CACHE_SECONDS),
    keepStatisticsDays: readInteger(
      environment,
      'SERVICE_KEEP_STATISTICS_DAYS',
      1,
      36_500,
      KEEP_STATISTICS_DAYS,
    ),
    frameAncestors: readFrameAncestors(environment),
    locale: parseLocale(environment.SERVICE_LOCALE || DEFAULT_LANGUAGE),
  };
}

function readDataUrl(
  { SERVICE_DATA_URL: text }: NodeJS.ProcessEnv,
  place: DatabasePlace,
): string | undefined {
  if (!text) return undefined;
  // The result is only a check: the service takes text.
  withDataUrl(place, text);
  return text;
}

function readInteger(
  environment: NodeJS.ProcessEnv,
  name: string,
  low: number,
  high: number,
  fallback: number,
): number {
  const text = environment[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < low || value > high) {
    throw new SettingError(`${name} must be a whole number from ${low} to ${high}.`);
  }
  return value;
}

/** Returns `null` for the usual loopback address: the service then listens on IPv4 and IPv6. */
function readHost({ SERVICE_HOST: text }: NodeJS.ProcessEnv): string | null {
  const host = text?.replaceAll(/^\[|\]$/g, '');
  return !host || /^(127\.0\.0\.1|localhost)$/i.test(host) ? null : host;
}

function readUrl(
  { SERVICE_URL: text }: NodeJS.ProcessEnv,
  host: string | null,
): string | undefined {
  if (text) return parsePublicUrl(text);
  if (host === null || isLoopback(host)) return undefined;
  throw new SettingError('SERVICE_HOST needs SERVICE_URL, the address that browsers use.');
}

function readSecret({ SERVICE_SECRET: text }: NodeJS.ProcessEnv): string | undefined {
  if (!text) return undefined;
  if (text.length >= SHORTEST_SECRET) return text;
  throw new SettingError(`SERVICE_SECRET must have at least ${SHORTEST_SECRET} characters.`);
}

function readApiKey({ SERVICE_API_KEY: key }: NodeJS.ProcessEnv): string | undefined {
  if (!key) return undefined;
  if (isApiKey(key)) return key;
  throw new SettingError(
    'SERVICE_API_KEY must be 1 to 256 characters without control characters, "/", "\\", "?" and "#", and not ".", ".." or white space only.',
  );
}

function readAdminPassword({
  SERVICE_ADMIN_PASSWORD: text,
}: NodeJS.ProcessEnv): string | undefined {
  if (!text || isAdminPassword(text)) return text || undefined;
  throw new SettingError('SERVICE_ADMIN_PASSWORD must have 8 to 256 characters.');
}

function readFrameAncestors({ SERVICE_FRAME_ANCESTORS: text }: NodeJS.ProcessEnv): string {
  const sources = (text ?? '').split(/\s+/).filter(Boolean);
  // Browsers ignore 'none' next to other sources.
  if (sources.length === 1 && /^'none'$/i.test(sources[0]!)) return "'none'";
  if (!sources.every((source) => SOURCE.test(source))) {
    throw new SettingError(
      "SERVICE_FRAME_ANCESTORS must be origins, * or 'self', separated by spaces, or 'none' alone.",
    );
  }
  return sources.join(' ') || '*';
}

function readConnectionHosts({ SERVICE_CONNECTION_HOSTS: text }: NodeJS.ProcessEnv): string[] {
  const hosts = (text ?? '').split(/[\s,]+/).filter(Boolean);
  // The result is only a check: the service takes text.
  parseConnectionHosts(hosts);
  return hosts;
}

function readConnectionFiles({ SERVICE_CONNECTION_FILES: text }: NodeJS.ProcessEnv): string[] {
  const folders = (text ?? '').split(';').flatMap((each) => each.trim() || []);
  // The result is only a check: the service takes text.
  parseConnectionFiles(folders);
  return folders;
}
