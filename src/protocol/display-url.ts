import { DISPLAY_PARAMETERS, type DisplayOptions } from './display-parameters.ts';

/** `$` and 3, 4, 6 or 8 hexadecimal digits: the service's form of a hexadecimal color. */
export const SERVICE_HEX = /^\$([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * Returns the service's `{base_url}` without trailing slashes, and with its path prefix. Returns `null` for
 * anything but an absolute http or https address without credentials, query and fragment.
 */
export function parseBaseUrl(value: string): string | null {
  return /^https?:[^?#@\s]+$/i.test(value) && URL.canParse(value)
    ? new URL(value).href.replace(/\/+$/, '')
    : null;
}

/** Returns `{base_url}/Tdb/{token}` with the display options that are set. All parts must be parsed already. */
export function displayUrl(baseUrl: string, token: string, options: DisplayOptions = {}): string {
  const query = DISPLAY_PARAMETERS.filter(({ property }) => options[property])
    .map(({ property, name }) => `${name}=${options[property]}`)
    .join('&');
  return `${baseUrl}/Tdb/${token}${query && `?${query}`}`;
}
