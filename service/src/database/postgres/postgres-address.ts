import { type AddressForm, parseServerUrl, type ServerAddress } from '../server-url.ts';

/** The address of a PostgreSQL database. */
export type PostgresAddress = ServerAddress;

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
  return parseServerUrl(text, FORM);
}
