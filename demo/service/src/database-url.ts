import { resolve } from 'node:path';
import {
  parsePostgresAddress,
  parseServer,
  type PostgresAddress,
  type PostgresServer,
} from './database/postgres-address.ts';
import { SettingError } from './setting-error.ts';

/** Where a service keeps its databases. */
export type DatabasePlace =
  | { kind: 'memory' }
  | { kind: 'folder'; folder: string }
  | { kind: 'postgres'; address: PostgresAddress };

/** Without these, a text is no mistyped address, which may hold a password. */
const ADDRESS_SIGN = /[:@"'`]|\/\//;
/** Folders of the kernel, in which opening a file may never return. */
const KERNEL_FOLDER = /^\/(proc|sys|dev)(\/|$)/;

/**
 * Parses a DATABASE_URL; space around it does not count.
 * @throws {SettingError} for anything that is neither a folder nor an address. It does not repeat the value.
 */
export function parseDatabaseUrl(value: string): DatabasePlace {
  const text = value.trim();
  if (text === 'memory:') return { kind: 'memory' };
  if (/^postgres(ql)?:/i.test(text)) {
    const address = parsePostgresAddress(text);
    if (address) return { kind: 'postgres', address };
    throw new SettingError('DATABASE_URL must be postgres://user:password@host:port/database.');
  }
  if (!text || (!/^[./]/.test(text) && ADDRESS_SIGN.test(text))) {
    throw new SettingError(
      'DATABASE_URL must be a folder (such as ./data), "memory:" or "postgres://…", without quotes.',
    );
  }
  if (KERNEL_FOLDER.test(resolve(text))) {
    throw new SettingError('DATABASE_URL must not be a folder in /proc, /sys or /dev.');
  }
  return { kind: 'folder', folder: text };
}

/** The servers that a connection string may name. Throws {@link SettingError} for what is none. */
export function parseConnectionHosts(hosts: readonly string[]): PostgresServer[] {
  const servers = hosts.map(parseServer);
  if (servers.every((server) => server !== null)) return servers;
  throw new SettingError(
    'SERVICE_CONNECTION_HOSTS (connectionHosts) must be servers, host or host:port.',
  );
}
