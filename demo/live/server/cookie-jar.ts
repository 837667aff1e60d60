/** The cookies of this browser for the server: service workers can neither read nor set cookies. */
export class CookieJar {
  readonly #values = new Map<string, string>();

  /** The header `Cookie` of a request; empty without cookies. */
  get header(): string {
    return Array.from(this.#values, ([name, value]) => `${name}=${value}`).join('; ');
  }

  /** Adopts the headers `Set-Cookie` of an answer. All cookies of this server have the path `/`. */
  adopt(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = '', attributes = ''] =
        /^([^=;]+)=([^;]*)(.*)$/.exec(cookie) ?? [];
      if (/;\s*max-age=0\b/i.test(attributes)) this.#values.delete(name);
      else this.#values.set(name, value);
    }
  }
}
