import { createSecret, hasFingerprint, type SecretBox } from './secret-box.ts';

/**
 * Recognizes browsers that have signed in before by a signed cookie. Their login attempts are counted
 * separately, so that a stranger behind the same proxy cannot lock them out:
 * https://owasp.org/www-community/Slow_Down_Online_Guessing_Attacks_with_Device_Cookies
 */
export class KnownDevices {
  readonly #box: SecretBox;

  constructor(box: SecretBox) {
    this.#box = box;
  }

  /**
   * Returns the value of the cookie for a browser that has just signed in. `nameKey`: the name of the person; by default,
   * the administrator with the password of the settings.
   */
  createCookie(nameKey = ''): string {
    const id = createSecret();
    return `${id}.${this.#box.fingerprint(toSigned(id, nameKey))}`;
  }

  /** Returns the identifier in a cookie; `null` if this service did not sign it for this name. */
  identify(cookie: string | undefined, nameKey = ''): string | null {
    const [id = '', signature = ''] = (cookie ?? '').split('.');
    // With a space, the end of the id could be a part of another name, which the same signature fits.
    if (id.includes(' ')) return null;
    return hasFingerprint(this.#box.fingerprints(toSigned(id, nameKey)), signature) ? id : null;
  }
}

function toSigned(id: string, nameKey: string): string {
  return nameKey === '' ? `device ${id}` : `device ${id} ${nameKey}`;
}
