import { parseUrl } from './parse-url.ts';

/** `$` and 3, 4, 6 or 8 hexadecimal digits: the service's form of a hexadecimal color. */
export const SERVICE_HEX = /^\$([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Returns the service's `{base_url}` without trailing slashes, and with its path prefix. Returns `null` for
 * anything but an absolute http or https address without credentials, query and fragment.
 */
export function parseBaseUrl(value: string): string | null {
  const url = /^https?:[^?#@\s]+$/i.test(value) ? parseUrl(value) : null;
  return url && url.href.replace(/\/+$/, '');
}

/** Returns `{base_url}/Tdb/{token}` with a query. All parts must be parsed already. */
export function displayUrl(baseUrl: string, token: string, query = ''): string {
  return `${baseUrl}/Tdb/${token}${query && `?${query}`}`;
}
