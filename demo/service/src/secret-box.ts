import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { SettingError } from './setting-error.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** The smallest number of characters of a secret. */
export const SHORTEST_SECRET = 16;

/** Returns 256 random bits in base64url. */
export function createSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Returns the SHA-256 hash in base64url. The database keeps the hash, not the secret of {@link createSecret}. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares two fingerprints of a {@link SecretBox} in constant time. */
export function isSameFingerprint(fingerprint: string, kept: unknown): boolean {
  const [given, other] = [Buffer.from(fingerprint), Buffer.from(String(kept))];
  return given.length === other.length && timingSafeEqual(given, other);
}

/**
 * Protects the secrets of companies with one secret of the service. API keys and connection strings are sealed, and
 * keys are looked up by their fingerprints.
 */
export class SecretBox {
  readonly #sealing: Buffer;
  readonly #marking: Buffer;

  /** Throws {@link SettingError} for a secret shorter than {@link SHORTEST_SECRET}. */
  constructor(secret: string) {
    if (secret.length < SHORTEST_SECRET) {
      throw new SettingError(`The secret must have at least ${SHORTEST_SECRET} characters.`);
    }
    const derive = (purpose: string): Buffer =>
      Buffer.from(hkdfSync('sha256', secret, '', `dashboard-service ${purpose}`, 32));
    this.#sealing = derive('sealing');
    this.#marking = derive('marking');
  }

  /** Returns the text in base64url, encrypted and authenticated (AES-256-GCM). */
  seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(CIPHER, this.#sealing, iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /** Returns the sealed text; `null` if it was changed, or sealed with another secret. */
  unseal(sealed: string): string | null {
    const bytes = Buffer.from(sealed, 'base64url');
    const tagEnd = IV_BYTES + TAG_BYTES;
    try {
      const decipher = createDecipheriv(CIPHER, this.#sealing, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAuthTag(bytes.subarray(IV_BYTES, tagEnd));
      return Buffer.concat([decipher.update(bytes.subarray(tagEnd)), decipher.final()]).toString();
    } catch {
      return null;
    }
  }

  /** Returns the HMAC-SHA-256 in base64url. It is the same for the same text, and does not reveal it. */
  fingerprint(text: string): string {
    return createHmac('sha256', this.#marking).update(text).digest('base64url');
  }
}
