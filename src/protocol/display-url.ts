/** Display options in the dashboard service's own form; what is null or missing is left out. */
export interface DisplayOptions {
  /** The one theme that the service knows beside its default look. */
  theme?: 'dark' | null;
  /** Title colour: a CSS named colour in lower case, or `$` and hexadecimal digits. */
  color?: string | null;
  /** Page background, in the same form. */
  backgroundColor?: string | null;
}

/** `$` and 3, 4, 6 or 8 hexadecimal digits: the service's spelling of a hexadecimal colour. */
export const SERVICE_HEX = /^\$([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/**
 * The service's `{base_url}` without trailing slashes, its path prefix kept.
 * `null` for anything but an absolute http or https address without credentials, query and fragment.
 */
export function parseBaseUrl(value: string): string | null {
  return /^https?:[^?#@\s]+$/i.test(value) && URL.canParse(value)
    ? new URL(value).href.replace(/\/+$/, '')
    : null;
}

/** `{base_url}/Tdb/{token}` and the display options that are set. All parts must be parsed already. */
export function displayUrl(baseUrl: string, token: string, options: DisplayOptions = {}): string {
  const query = [
    ['theme', options.theme],
    ['color', options.color],
    ['background-color', options.backgroundColor],
  ]
    .filter(([, value]) => value)
    .map((pair) => pair.join('='))
    .join('&');
  return `${baseUrl}/Tdb/${token}${query && `?${query}`}`;
}
