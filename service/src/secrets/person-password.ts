import { fromBase64Url, toBase64Url } from './base64url.ts';
import { hashPassword, isSame } from './crypto.ts';

/** The length of a person's password, in characters. */
export const PERSON_PASSWORD_LENGTH = { min: 12, max: 256 };

const SALT_BYTES = 16;
/** The salt of names that nobody has: their passwords are hashed, too, so that the time tells nothing. */
const NO_SALT = new Uint8Array(SALT_BYTES);

/** The slow hash (scrypt) of a password and its salt, in base64url. */
export interface PasswordHash {
  salt: string;
  hash: string;
}

/** Returns whether a text is a valid password of a person. */
export function isPersonPassword(text: string): boolean {
  const { length } = text.normalize('NFC');
  return length >= PERSON_PASSWORD_LENGTH.min && length <= PERSON_PASSWORD_LENGTH.max;
}

/** Hashes a new password. */
export async function hashPersonPassword(password: string): Promise<PasswordHash> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return { salt: toBase64Url(salt), hash: toBase64Url(await derive(password, salt)) };
}

/** Compares a password in constant time. `kept`: `null` for a person who does not exist, or has no password. */
export async function matchesPassword(given: string, kept: PasswordHash | null): Promise<boolean> {
  const derived = await derive(given, kept ? fromBase64Url(kept.salt) : NO_SALT);
  return kept !== null && isSame(derived, fromBase64Url(kept.hash));
}

function derive(password: string, salt: Uint8Array): Promise<Uint8Array> {
  return hashPassword(password.normalize('NFC'), salt);
}
