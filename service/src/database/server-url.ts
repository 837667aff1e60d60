import { type Server, toServer } from './server.ts';

/** The server, database and login of a connection. It is complete: environment variables add nothing. */
export interface ServerAddress extends Server {
  database: string;
  user: string;
  password: string;
  /** Whether and how the connection is encrypted. `true` also checks the server's certificate and its name. */
  ssl: boolean | { rejectUnauthorized: boolean };
}

/** The form of an engine's addresses. */
export interface AddressForm {
  /** Matches the protocol of a URL, with its colon. */
  protocol: RegExp;
  defaultPort: number;
  /** The only search parameter, and what its values mean. Without it, connections are not encrypted. */
  sslParameter: string;
  sslModes: Readonly<Record<string, ServerAddress['ssl']>>;
}

/**
 * Parses `protocol://user:password@host:port/database`; returns `null` for anything else. Environment variables of the
 * process do not count.
 */
export function parseServerUrl(text: string, form: AddressForm): ServerAddress | null {
  if (!/^[a-z]+:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  const { protocol, hostname, username, password, pathname, searchParams } = url;
  if (!form.protocol.test(protocol)) return null;
  const [user, secret, database] = [username, password, pathname.slice(1)].map(decode);
  if (!hostname || hostname.includes(',') || !user || !secret || !database) return null;
  const ssl = findSsl([...searchParams], form);
  if (ssl === null) return null;
  return { ...toServer(url, form.defaultPort), user, password: secret, database, ssl };
}

/** Returns `null` for an unknown search parameter or value. */
function findSsl(
  parameters: readonly [name: string, value: string][],
  { sslParameter, sslModes }: AddressForm,
): ServerAddress['ssl'] | null {
  const [first, ...others] = parameters;
  if (!first) return false;
  const [name, value] = first;
  const isKnown = others.length === 0 && name === sslParameter && Object.hasOwn(sslModes, value);
  return isKnown ? sslModes[value]! : null;
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
