import type { ConnectionOptions } from 'node:tls';
import type { Server } from '../server.ts';
import { type AddressForm, parseServerUrl, type ServerAddress } from '../server-url.ts';

/** The address of a PostgreSQL database. */
export interface PostgresAddress extends Pick<ServerAddress, 'database' | 'user' | 'password'> {
  /** The hosts of the database: one of them, or copies of each other. At least one. */
  servers: readonly Server[];
  /** Whether and how connections are encrypted. `true` also checks the server's certificate and its name. */
  ssl: boolean | Pick<ConnectionOptions, 'ca' | 'checkServerIdentity' | 'rejectUnauthorized'>;
  /** The name of the connections in the database's own views. */
  applicationName: string;
  /** Whether a host that is a standby is refused. */
  isPrimary: boolean;
}

/** The port of addresses without one. */
export const DEFAULT_PORT = 5432;

/** The values of `sslmode` check a server's certificate as libpq does. */
const FORM: AddressForm = {
  protocol: /^postgres(ql)?:$/i,
  defaultPort: DEFAULT_PORT,
  sslParameter: 'sslmode',
  sslModes: { disable: false, require: { rejectUnauthorized: false }, 'verify-full': true },
};

/**
 * Parses `postgres://user:password@host:port/database`, with `?sslmode=disable`, `require` or `verify-full`; returns
 * `null` for anything else.
 */
export function parsePostgresAddress(text: string): PostgresAddress | null {
  const address = parseServerUrl(text, FORM);
  if (!address) return null;
  const { host, port, ...login } = address;
  const servers = [{ host, port }];
  return { ...login, servers, applicationName: 'dashboard-service', isPrimary: false };
}
