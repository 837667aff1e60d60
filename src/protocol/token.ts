/** The answer of a host's token address: permission to open one dashboard for a while. */
export interface TokenGrant {
  /** The token that opens the dashboard, as GetToken returned it. */
  token: string;
  /** The token's lifetime in seconds, from the moment of its request. Default and maximum: 7200. */
  expiresIn?: number;
  /** The dashboard service's `{base_url}`. The element's own `base-url` takes precedence. */
  baseUrl?: string;
}

/** The lifetime of a token in seconds, fixed by the dashboard service. */
export const TOKEN_LIFETIME_SECONDS = 7200;

/** RFC 3986 unreserved and sub-delims: safe in a URL path without encoding. */
const TOKEN = /^[\w.~!$&'()*+,;=-]{8,4096}$/;
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Returns the token without white space around it; `null` for anything that must not reach a URL. */
export function parseToken(value: unknown): string | null {
  const token = typeof value === 'string' ? value.trim() : '';
  return TOKEN.test(token) ? token : null;
}

/** Whether `value` is a dashboard identifier: 8-4-4-4-12 hexadecimal digits. */
export function isGuid(value: string): boolean {
  return GUID.test(value);
}

/**
 * Returns a token's lifetime in seconds: `expiresIn` if it is shorter than the service's own lifetime, else the latter.
 */
export function lifetimeSeconds(expiresIn: unknown): number {
  return typeof expiresIn === 'number' && expiresIn > 0
    ? Math.min(TOKEN_LIFETIME_SECONDS, expiresIn)
    : TOKEN_LIFETIME_SECONDS;
}
