import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';

/** One of OWASP's equivalent settings for scrypt: 32 MiB, three times. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 2 ** 20 } satisfies ScryptOptions;
const HASH_BYTES = 32;

/** Returns whether a text is a valid password: 8 to 256 characters. */
export function isAdminPassword(text: string): boolean {
  const { length } = text.normalize('NFC');
  return length >= 8 && length <= 256;
}

/** The back office's password. Only its slow hash (scrypt) stays in memory. */
export class AdminPassword {
  readonly #salt = randomBytes(16);
  readonly #hash: Promise<Buffer>;

  constructor(password: string) {
    this.#hash = this.#derive(password);
  }

  /** Compares in constant time. Does not hash a text that is not a valid password. */
  async matches(given: string): Promise<boolean> {
    if (!isAdminPassword(given)) return false;
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
