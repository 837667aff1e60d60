/** Where a PostgreSQL server is, and who comes. Everything is told: the environment adds nothing. */
export interface PostgresAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string;
  ssl: boolean | { rejectUnauthorized: boolean };
}

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
  const url = new URL(text);
  const { hostname, username, password, pathname, searchParams } = url;
  const sslmode = searchParams.get('sslmode') ?? 'disable';
  const [user, secret, database] = [username, password, pathname.slice(1)].map(decode);
  if (!hostname || hostname.includes(',') || !user || !secret || !database) return null;
  if (!Object.hasOwn(SSL, sslmode) || [...searchParams.keys()].some((key) => key !== 'sslmode')) {
    return null;
  }
  return {
    ...toServer(url),
    user,
    password: secret,
    database,
    ssl: SSL[sslmode]!,
  };
}

/** The server that an address names: without brackets, in lower case, with its port. */
export function toServer({ hostname, port }: URL): Pick<PostgresAddress, 'host' | 'port'> {
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase(),
    port: Number(port) || DEFAULT_PORT,
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
