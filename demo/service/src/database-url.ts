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

/** What a DATABASE_URL means. Throws {@link SettingError} for other addresses. */
export function parseDatabaseUrl(text: string): DatabasePlace {
  if (text === 'memory:') return { kind: 'memory' };
  if (/^postgres(ql)?:/i.test(text)) {
    const address = parsePostgresAddress(text);
    if (address) return { kind: 'postgres', address };
    throw new SettingError('DATABASE_URL must be postgres://user:password@host:port/database.');
  }
  if (/^[a-z][a-z\d+.-]+:/i.test(text)) {
    throw new SettingError('DATABASE_URL must be a folder, "memory:" or "postgres://…".');
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
