import { isKernelFolder } from '../process/data-folder.ts';
import type { PostgresAddress } from '../database/postgres/postgres-address.ts';
import { type AllowedServer, parseServer } from '../database/server.ts';
import { SettingError } from '../process/setting-error.ts';
import { parsePostgresUrl } from './postgres-url.ts';

/** The place of a service's databases. */
export type DatabasePlace =
  | { kind: 'memory' }
  | { kind: 'folder'; folder: string }
  | {
      kind: 'postgres';
      address: PostgresAddress;
      /** The login under which dashboards read the data. Default: that of the address. */
      dataAddress?: PostgresAddress;
    };

/** The characters of a mistyped address, which may contain a password. A text without them is a folder. */
const ADDRESS_SIGN = /[:@"'`]|\/\//;

/**
 * Parses a DATABASE_URL. Surrounding white space is ignored.
 * @throws {SettingError} for anything that is neither a folder nor an address. The message does not repeat the value.
 */
export function parseDatabaseUrl(value: string): DatabasePlace {
  const text = value.trim();
  if (text === 'memory:') return { kind: 'memory' };
  if (/^postgres(ql)?:/i.test(text)) {
    // The service's state is written, and a standby's copy of it may be old.
    const address = { ...parsePostgresUrl(text, 'DATABASE_URL'), isPrimary: true };
    return { kind: 'postgres', address };
  }
  if (!text || (!/^[./]/.test(text) && ADDRESS_SIGN.test(text))) {
    throw new SettingError(
      'DATABASE_URL must be a folder (such as ./data), "memory:" or "postgres://…", without quotes.',
    );
  }
  if (isKernelFolder(text)) {
    throw new SettingError('DATABASE_URL must not be a folder in /proc, /sys or /dev.');
  }
  return { kind: 'folder', folder: text };
}

/**
 * Parses SERVICE_DATA_URL, the login under which dashboards read the data.
 * @throws {SettingError} for anything but an address. The message does not repeat it.
 */
export function parseDataUrl(value: string): PostgresAddress {
  return parsePostgresUrl(value.trim(), 'SERVICE_DATA_URL');
}

/**
 * Adds the login of SERVICE_DATA_URL to the place of the databases. The start compares the databases themselves: the
 * hosts of a standby are others.
 * @throws {SettingError} without a PostgreSQL database.
 */
export function withDataAddress(
  place: DatabasePlace,
  dataAddress: PostgresAddress | undefined,
): DatabasePlace {
  if (!dataAddress) return place;
  if (place.kind === 'postgres') return { ...place, dataAddress };
  throw new SettingError(
    'SERVICE_DATA_URL must not be set without a DATABASE_URL with postgres://….',
  );
}

/** Parses the servers that a connection string may name. Throws {@link SettingError} for a malformed one. */
export function parseConnectionHosts(hosts: readonly string[]): AllowedServer[] {
  const servers = hosts.map(parseServer);
  if (servers.every((server) => server !== null)) return servers;
  throw new SettingError(
    'SERVICE_CONNECTION_HOSTS (connectionHosts) must be servers, host or host:port.',
  );
}
