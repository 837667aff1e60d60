import { type Server, toServer } from '../server.ts';

/** The server, database and login of a connection. It is complete: environment variables add nothing. */
export interface PostgresAddress extends Server {
  database: string;
  user: string;
  password: string;
  ssl: boolean | { rejectUnauthorized: boolean };
}

/** The port of addresses without one. */
export const DEFAULT_PORT = 5432;

/** The values of `sslmode`. They check a server's certificate as libpq does. */
const SSL: Record<string, PostgresAddress['ssl']> = {
  disable: false,
  require: { rejectUnauthorized: false },
  'verify-full': true,
};

/**
 * Parses `postgres://user:password@host:port/database`, with `?sslmode=disable`, `require` or `verify-full`; returns
 * `null` for anything else. Environment variables of the process do not count.
 */
export function parsePostgresAddress(text: string): PostgresAddress | null {
  if (!/^postgres(ql)?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const { hostname, username, password, pathname, searchParams } = url;
  const sslmode = searchParams.get('sslmode') ?? 'disable';
  const [user, secret, database] = [username, password, pathname.slice(1)].map(decode);
  if (!hostname || hostname.includes(',') || !user || !secret || !database) return null;
  if (!Object.hasOwn(SSL, sslmode) || [...searchParams.keys()].some((key) => key !== 'sslmode')) {
    return null;
  }
  return {
    ...toServer(url, DEFAULT_PORT),
    user,
    password: secret,
    database,
    ssl: SSL[sslmode]!,
  };
}

/** Decodes percent-encoded text; returns `null` if it is malformed, or contains a NUL. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}
