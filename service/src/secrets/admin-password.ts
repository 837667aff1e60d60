import { hashPassword, isSame } from './crypto.ts';

/** Returns whether a text is a valid password: 8 to 256 characters. */
export function isAdminPassword(text: string): boolean {
  const { length } = text.normalize('NFC');
  return length >= 8 && length <= 256;
}

/** The back office's password. Only its slow hash (scrypt) stays in memory. */
export class AdminPassword {
  readonly #salt = crypto.getRandomValues(new Uint8Array(16));
  readonly #hash: Promise<Uint8Array>;

  constructor(password: string) {
    this.#hash = this.#derive(password);
  }

  /** Compares in constant time. Does not hash a text that is not a valid password. */
  async matches(given: string): Promise<boolean> {
    if (!isAdminPassword(given)) return false;
    const [hash, other] = await Promise.all([this.#hash, this.#derive(given)]);
    return isSame(hash, other);
  }

  #derive(password: string): Promise<Uint8Array> {
    return hashPassword(password.normalize('NFC'), this.#salt);
  }
}
