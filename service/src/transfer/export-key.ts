import { fromBase64Url, toBase64Url } from '../secrets/base64url.ts';
import { deriveKey, hashPassword, mark } from '../secrets/crypto.ts';
import { sealText, unsealText } from '../secrets/sealed-text.ts';
import type { SecretsHeader } from './records.ts';

/** The smallest number of characters of a passphrase: a thief of the file can try passphrases without a limit. */
export const SHORTEST_PASSPHRASE = 12;
export const LONGEST_PASSPHRASE = 256;
/** The end of a message for a passphrase that is not valid. */
export const PASSPHRASE_RULE = `must have ${SHORTEST_PASSPHRASE} to ${LONGEST_PASSPHRASE} characters.`;

const SALT_BYTES = 16;
/** The sealed text with which a wrong passphrase is noticed at once, and its context. */
const CHECK = 'check';

/** Returns whether a passphrase can protect a file. */
export function isPassphrase(text: string): boolean {
  const { length } = text.normalize('NFC');
  return length >= SHORTEST_PASSPHRASE && length <= LONGEST_PASSPHRASE;
}

/** The key of an export file, which is derived from its passphrase (scrypt). */
export class ExportKey {
  readonly #sealing: Uint8Array;
  readonly #marking: Uint8Array;

  private constructor(hashed: Uint8Array) {
    const secret = toBase64Url(hashed);
    this.#sealing = deriveKey(secret, 'dashboard-service export sealing');
    this.#marking = deriveKey(secret, 'dashboard-service export marking');
  }

  /** Makes the key of a new file, and what its header says of it. */
  static async create(passphrase: string): Promise<{ key: ExportKey; header: SecretsHeader }> {
    const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
    const key = await ExportKey.#derive(passphrase, salt);
    return { key, header: { salt: toBase64Url(salt), check: key.seal(CHECK, CHECK) } };
  }

  /** Returns the key of a file; `null` for another passphrase. */
  static async open(passphrase: string, { salt, check }: SecretsHeader): Promise<ExportKey | null> {
    const key = await ExportKey.#derive(passphrase, fromBase64Url(salt));
    return key.unseal(check, CHECK) === CHECK ? key : null;
  }

  static async #derive(passphrase: string, salt: Uint8Array): Promise<ExportKey> {
    return new ExportKey(await hashPassword(passphrase.normalize('NFC'), salt));
  }

  /** Returns an encrypted text. `context`: the record that it belongs to. In another one, it cannot be decrypted. */
  seal(text: string, context: string): string {
    return sealText(text, this.#sealing, context);
  }

  /** Returns the text of {@link seal}; `null` if it was changed, or belongs to another record. */
  unseal(sealed: string, context: string): string | null {
    return unsealText(sealed, this.#sealing, context);
  }

  /** Returns the mark of a line and of all lines before it, whose mark is `former`. */
  mark(line: string, former: string): string {
    return toBase64Url(mark(`${former} ${line}`, this.#marking));
  }
}
