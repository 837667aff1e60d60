import { createRandomText, fromBase64Url, toBase64Url } from './base64url.ts';
import { decrypt, deriveKey, encrypt, hash, isSame, mark } from './crypto.ts';
import { SettingError } from '../process/setting-error.ts';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The smallest number of characters of a secret. */
export const SHORTEST_SECRET = 16;

/** Returns 256 random bits in base64url. */
export function createSecret(): string {
  return createRandomText(32);
}

/** Returns the SHA-256 hash in base64url. The database keeps the hash, not the secret of {@link createSecret}. */
export function hashSecret(secret: string): string {
  return toBase64Url(hash(secret));
}

/** Compares two fingerprints of a {@link SecretBox} in constant time. */
export function isSameFingerprint(fingerprint: string, kept: unknown): boolean {
  const encoder = new TextEncoder();
  return isSame(encoder.encode(fingerprint), encoder.encode(String(kept)));
}

/**
 * Protects the secrets of companies with one secret of the service. API keys and connection strings are sealed, and
 * keys are looked up by their fingerprints.
 */
export class SecretBox {
  readonly #sealing: Uint8Array;
  readonly #marking: Uint8Array;

  /** Throws {@link SettingError} for a secret shorter than {@link SHORTEST_SECRET}. */
  constructor(secret: string) {
    if (secret.length < SHORTEST_SECRET) {
      throw new SettingError(`The secret must have at least ${SHORTEST_SECRET} characters.`);
    }
    this.#sealing = deriveKey(secret, 'dashboard-service sealing');
    this.#marking = deriveKey(secret, 'dashboard-service marking');
  }

  /** Returns the text in base64url, encrypted and authenticated (AES-256-GCM). */
  seal(text: string): string {
    const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
    const sealed = encrypt(text, this.#sealing, iv);
    return toBase64Url(Uint8Array.of(...iv, ...sealed.tag, ...sealed.text));
  }

  /** Returns the sealed text; `null` if it was changed, or sealed with another secret. */
  unseal(sealed: string): string | null {
    const tagEnd = IV_BYTES + TAG_BYTES;
    try {
      const bytes = fromBase64Url(sealed);
      const iv = bytes.subarray(0, IV_BYTES);
      const encrypted = { tag: bytes.subarray(IV_BYTES, tagEnd), text: bytes.subarray(tagEnd) };
      return decrypt(encrypted, this.#sealing, iv);
    } catch {
      return null;
    }
  }

  /** Returns the HMAC-SHA-256 in base64url. It is the same for the same text, and does not reveal it. */
  fingerprint(text: string): string {
    return toBase64Url(mark(text, this.#marking));
  }
}
