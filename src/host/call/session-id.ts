import { sha256 } from '@noble/hashes/sha2.js';
import { DashboardHostError } from '../dashboard-host-error.ts';

/** The id is a segment of the service's address. These characters need no percent-encoding there. */
const SESSION_ID = /^[\w-]{1,128}$/;

/**
 * Returns a session id that the dashboard service accepts. The parts identify one login of one user, such as
 * the user's id and the id of your own session. The same parts always give the same id: 43 characters, the
 * SHA-256 of the length-prefixed parts in base64url.
 * @throws {DashboardHostError} `config` without parts, and for a part that is not a string: all such users
 *   would share one id.
 * @example
 * import { sessionIdFrom } from 'embedded-dashboard/host';
 *
 * sessionIdFrom('user-17', 'session-4711');
 */
export function sessionIdFrom(...parts: string[]): string {
  if (!parts.length || parts.some((part) => typeof part !== 'string')) {
    throw new DashboardHostError(
      'config',
      'sessionIdFrom needs at least one part, all of them strings. Write String(id) for a number.',
    );
  }
  const text = parts.map((part) => `${part.length}:${part}`).join('');
  // Hash code units, not UTF-8, which would encode all lone surrogates alike.
  const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const digest = sha256(new Uint8Array(units.buffer));
  return btoa(String.fromCharCode(...digest)).replace(/[+/=]/g, (sign) => BASE64URL[sign] ?? '');
}

/** Whether `value` may be in the path of GetToken and Logout. */
export function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && SESSION_ID.test(value);
}

const BASE64URL: Record<string, string> = { '+': '-', '/': '_' };
