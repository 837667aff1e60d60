import type { SecretBox } from './secret-box.ts';

/** The place where a sealed attempt is valid. No other sealed text of the service is one. */
const ATTEMPT = 'sign-on attempt';
const TOKENS = 'provider tokens';

/** Seals the attempts to sign in at the identity provider, which are in a cookie, and the provider's tokens. */
export class SignOnSecrets {
  readonly #box: SecretBox;

  constructor(box: SecretBox) {
    this.#box = box;
  }

  sealAttempt(text: string): string {
    return this.#box.seal(text, ATTEMPT);
  }

  /** Returns the text of an attempt; `null` if this service did not seal it. */
  unsealAttempt(sealed: string): string | null {
    return this.#box.unseal(sealed, ATTEMPT);
  }

  sealTokens(text: string): string {
    return this.#box.seal(text, TOKENS);
  }

  /** Returns the text of tokens; `null` if no secret of the service unseals it. */
  unsealTokens(sealed: string): string | null {
    return this.#box.unseal(sealed, TOKENS);
  }
}
