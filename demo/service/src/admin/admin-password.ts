import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';

/** One of OWASP's equal settings for scrypt: 32 MiB, three times. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 } satisfies ScryptOptions;
const HASH_BYTES = 32;

/** Whether a text is long enough to be a password, and no longer than one is typed. */
export function isAdminPassword(text: string): boolean {
  return text.length >= 8 && text.length <= 256;
}

/** The back office's password, of which only a slow hash (scrypt) stays in memory. */
export class AdminPassword {
  readonly #salt = randomBytes(16);
  readonly #hash: Promise<Buffer>;

  constructor(password: string) {
    this.#hash = this.#derive(password);
  }

  /** Compares in constant time. */
  async matches(given: string): Promise<boolean> {
    const [hash, other] = await Promise.all([this.#hash, this.#derive(given)]);
    return timingSafeEqual(hash, other);
  }

  #derive(password: string): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      const done = (error: Error | null, hash: Buffer): void => {
        if (error) reject(error);
        else resolve(hash);
      };
      scrypt(password.normalize('NFC'), this.#salt, HASH_BYTES, COST, done);
    });
  }
}
