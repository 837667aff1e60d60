import { sha256 } from '@noble/hashes/sha2.js';
import { DashboardHostError } from './dashboard-host-error.ts';

const SESSION_ID = /^[\w-]{1,128}$/;

/**
 * A session id that the dashboard service takes, made of anything that tells one login of one user
 * from all others (user id and the host's own session id, say). The same parts always give the same
 * id: 43 characters, the SHA-256 of the length-prefixed parts in base64url.
 * @throws {DashboardHostError} `config` without parts, or where one is no string: all such users would be one.
 */
export function sessionIdFrom(...parts: string[]): string {
  if (!parts.length || parts.some((part) => typeof part !== 'string')) {
    throw new DashboardHostError(
      'config',
      'sessionIdFrom needs at least one part, all of them strings.',
    );
  }
  const text = parts.map((part) => `${part.length}:${part}`).join('');
  // Code units, not UTF-8, which would write all lone surrogates alike.
  const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  const digest = sha256(new Uint8Array(units.buffer));
  return btoa(String.fromCharCode(...digest)).replace(/[+/=]/g, (sign) => BASE64URL[sign] ?? '');
}

/** Whether `value` may stand in the path of GetToken and Logout. */
export function isSessionId(value: unknown): value is string {
  return typeof value === 'string' && SESSION_ID.test(value);
}

const BASE64URL: Record<string, string> = { '+': '-', '/': '_' };
