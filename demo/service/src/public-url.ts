import { isIP } from 'node:net';
import { SettingError } from './setting-error.ts';

/**
 * Parses SERVICE_URL, the address that browsers use, and returns it without trailing slashes.
 * @throws {SettingError} for anything but an http or https address without user, query and fragment.
 */
export function parsePublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain = url && !url.username && !url.password && !/[?#]/.test(text);
  if (isPlain && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '');
  throw new SettingError(
    'SERVICE_URL must be the http or https address that browsers use, such as https://dashboards.example.com.',
  );
}

/** Returns whether only this machine can reach a host name, as written in a URL. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/^\[|\]$/g, '');
  if (isIP(name)) return name === '::1' || name.startsWith('127.');
  return name === 'localhost' || name.endsWith('.localhost');
}
