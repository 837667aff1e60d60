import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  scrypt,
  type ScryptOptions,
  timingSafeEqual,
} from 'node:crypto';

// The cryptography of the service. `browser/crypto.ts` has the same functions for browsers.

const CIPHER = 'aes-256-gcm';
/** One of OWASP's equivalent settings for scrypt: 32 MiB, three times. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 } satisfies ScryptOptions;
const HASH_BYTES = 32;

/** An encrypted text, and the tag that shows a change of it. */
export interface Encrypted {
  text: Uint8Array;
  tag: Uint8Array;
}

/** Returns the SHA-256 hash. */
export function hash(content: string | Uint8Array): Uint8Array {
  return createHash('sha256').update(content).digest();
}

/** Returns the HMAC-SHA-256. */
export function mark(text: string, key: Uint8Array): Uint8Array {
  return createHmac('sha256', key).update(text).digest();
}

/** Derives a key of 256 bits from a secret (HKDF with SHA-256, without a salt). */
export function deriveKey(secret: string, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, '', purpose, 32));
}

/**
 * Encrypts with AES-256-GCM. `iv` has 12 bytes, and is never used again with the same key. `context`: the associated
 * data, without which nobody decrypts it.
 */
export function encrypt(text: string, key: Uint8Array, iv: Uint8Array, context: string): Encrypted {
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context));
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return { text: encrypted, tag: cipher.getAuthTag() };
}

/** Decrypts the result of {@link encrypt}. Throws an error if it was changed, or has another key or context. */
export function decrypt(
  { text, tag }: Encrypted,
  key: Uint8Array,
  iv: Uint8Array,
  context: string,
): string {
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: 16 });
  decipher.setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString();
}

/** Returns the slow hash (scrypt) of a password. */
export function hashPassword(password: string, salt: Uint8Array): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    scrypt(password, salt, HASH_BYTES, COST, (error, hashed) => {
      if (error) reject(error);
      else resolve(hashed);
    });
  });
}

/** Compares in constant time. */
export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}
