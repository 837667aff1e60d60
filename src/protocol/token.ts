/** What a host's token address answers with: permission to open one dashboard for a while. */
export interface TokenGrant {
  /** The dashboard opening token, as GetToken handed it out. */
  token: string;
  /** Seconds the token lives from the moment it was asked for. Default and maximum: 7200. */
  expiresIn?: number;
  /** The dashboard service's `{base_url}`; the element's own `base-url` goes first. */
  baseUrl?: string;
}

/** The life of a token in seconds, fixed by the dashboard service. */
export const TOKEN_LIFETIME_SECONDS = 7200;

/** RFC 3986 unreserved and sub-delims: safe in a URL path as it stands. */
const TOKEN = /^[\w.~!$&'()*+,;=-]{8,4096}$/;
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The token without white space around it; `null` for anything that may not reach a URL. */
export function parseToken(value: unknown): string | null {
  const token = typeof value === 'string' ? value.trim() : '';
  return TOKEN.test(token) ? token : null;
}

/** Whether `value` is a dashboard identifier: 8-4-4-4-12 hexadecimal digits. */
export function isGuid(value: string): boolean {
  return GUID.test(value);
}

/** Seconds a token lives: never longer than the service grants, `expiresIn` where it is shorter. */
export function lifetimeSeconds(expiresIn: unknown): number {
  return typeof expiresIn === 'number' && expiresIn > 0
    ? Math.min(TOKEN_LIFETIME_SECONDS, expiresIn)
    : TOKEN_LIFETIME_SECONDS;
}
