/** Where a PostgreSQL server is. */
export interface PostgresServer {
  host: string;
  port: number;
}

/** Who comes to a PostgreSQL server. Everything is told: the environment adds nothing. */
export interface PostgresAddress extends PostgresServer {
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

/** Reads `host` or `host:port`; `null` for anything else. */
export function parseServer(text: string): PostgresServer | null {
  const isServer = /^(\[[\da-f:.]+\]|[a-z\d._-]+)(:\d{1,5})?$/i.test(text);
  const address = `postgres://${text}`;
  return isServer && URL.canParse(address) ? toServer(new URL(address)) : null;
}

/** The server that an address names: without brackets, in lower case, with its port. */
function toServer({ hostname, port }: URL): PostgresServer {
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
