import { SettingError } from './setting-error.ts';

const LOOPBACK_IPV4 = /^127(\.(25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)){3}$/;

/**
 * Parses SERVICE_URL, the address that browsers use, and returns it without trailing slashes.
 * @throws {SettingError} for anything but an http or https address without a user, a query and a fragment.
 */
export function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && !url.username && !url.password && !/[?#]/.test(text);
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new SettingError(
    'SERVICE_URL must be the http or https address that browsers use, such as https://dashboards.example.com.',
  );
}

/** Returns whether a host name, as written in a URL, is a loopback name, which only this machine can reach. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (name === '::1' || LOOPBACK_IPV4.test(name)) return true;
  return name === 'localhost' || name.endsWith('.localhost');
}
