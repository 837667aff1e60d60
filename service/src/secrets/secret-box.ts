import { createRandomText, toBase64Url } from './base64url.ts';
import { deriveKey, hash, isSame, mark } from './crypto.ts';
import { sealText, unsealText } from './sealed-text.ts';

/** Returns 256 random bits in base64url. */
export function createSecret(): string {
  return createRandomText(32);
}

/** Returns the SHA-256 hash in base64url. The database keeps the hash, not the secret of {@link createSecret}. */
export function hashSecret(secret: string): string {
  return toBase64Url(hash(secret));
}

/** Returns whether one of the fingerprints of a {@link SecretBox} is the kept one. Compares each in constant time. */
export function hasFingerprint(fingerprints: readonly string[], kept: unknown): boolean {
  const encoder = new TextEncoder();
  const bytes = encoder.encode(String(kept));
  return fingerprints.some((each) => isSame(encoder.encode(each), bytes));
}

/** The keys that are derived from one secret of the service. */
interface Keys {
  sealing: Uint8Array;
  marking: Uint8Array;
}

/**
 * Protects the secrets of companies with those of the service. API keys and connection strings are sealed, and keys are
 * looked up by their fingerprints. The first secret seals and marks. The others are from before, or the next one: their
 * texts can be read, and their fingerprints are valid.
 */
export class SecretBox {
  readonly #first: Keys;
  readonly #all: readonly Keys[];

  constructor(first: string, ...others: readonly string[]) {
    this.#first = deriveKeys(first);
    this.#all = [this.#first, ...others.map(deriveKeys)];
  }

  /** Whether there is more than one secret. */
  get hasOthers(): boolean {
    return this.#all.length > 1;
  }

  /**
   * Returns the text in base64url, encrypted with the first secret and authenticated (AES-256-GCM). `context`: the only
   * place where it is valid.
   */
  seal(text: string, context = ''): string {
    return sealText(text, this.#first.sealing, context);
  }

  /** Returns the sealed text; `null` if it was changed, or sealed with another context or a secret that is none of these. */
  unseal(sealed: string, context = ''): string | null {
    for (const keys of this.#all) {
      const text = unsealText(sealed, keys.sealing, context);
      if (text !== null) return text;
    }
    return null;
  }

  /** Returns whether a text was sealed with the first secret. */
  isCurrent(sealed: string): boolean {
    return unsealText(sealed, this.#first.sealing) !== null;
  }

  /** Returns a text sealed with the first secret; `null` if it is already, or if no secret unseals it. */
  reseal(sealed: string): string | null {
    if (this.isCurrent(sealed)) return null;
    const text = this.unseal(sealed);
    return text === null ? null : this.seal(text);
  }

  /**
   * Returns the HMAC-SHA-256 with the first secret in base64url. It is the same for the same text, and does not reveal
   * it.
   */
  fingerprint(text: string): string {
    return toFingerprint(this.#first, text);
  }

  /** Returns the fingerprints with all secrets, that of the first one first. */
  fingerprints(text: string): string[] {
    return this.#all.map((keys) => toFingerprint(keys, text));
  }
}

function deriveKeys(secret: string): Keys {
  return {
    sealing: deriveKey(secret, 'dashboard-service sealing'),
    marking: deriveKey(secret, 'dashboard-service marking'),
  };
}

function toFingerprint({ marking }: Keys, text: string): string {
  return toBase64Url(mark(text, marking));
}
