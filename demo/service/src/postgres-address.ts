import type { PostgresAddress } from './database/postgres-pool.ts';

const DEFAULT_PORT = 5432;

/** What `sslmode` asks for; a server's certificate is looked at as the standard library of C does. */
const SSL: Record<string, PostgresAddress['ssl']> = {
  disable: false,
  require: { rejectUnauthorized: false },
  'verify-full': true,
};

/**
 * Reads `postgres://user:password@host:port/database`, with `?sslmode=disable`, `require` or
 * `verify-full`; `null` for anything else. No part is left to the environment of the process.
 */
export function parsePostgresAddress(text: string): PostgresAddress | null {
  if (!/^postgres(ql)?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const { hostname, port, username, password, pathname, searchParams } = new URL(text);
  const sslmode = searchParams.get('sslmode') ?? 'disable';
  const [user, secret, database] = [username, password, pathname.slice(1)].map(decode);
  if (!hostname || hostname.includes(',') || !user || !secret || !database) return null;
  if (!Object.hasOwn(SSL, sslmode) || [...searchParams.keys()].some((key) => key !== 'sslmode')) {
    return null;
  }
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase(),
    port: Number(port) || DEFAULT_PORT,
    user,
    password: secret,
    database,
    ssl: SSL[sslmode]!,
  };
}

/** Percent-encoded text; `null` where it does not decode, or holds a NUL. */
function decode(text: string): string | null {
  try {
    const decoded = decodeURIComponent(text);
    return decoded.includes('\0') ? null : decoded;
  } catch {
    return null;
  }
}
