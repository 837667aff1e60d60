/** A page that a browser shows. */
export interface ShownPage {
  url: string;
  status: number;
  text: string;
  headers: Headers;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const MOST_STEPS = 20;

/** The cookies and the redirects of a browser, without the browser. */
export class CookieBrowser {
  readonly #cookies = new Map<string, Map<string, string>>();
  /** The addresses of the last journey. */
  visited: string[] = [];

  /** Opens an address, and follows its redirects and its `Refresh`, unless they lead to `until`. */
  async open(address: string, until = ''): Promise<ShownPage> {
    return this.#journey(address, { method: 'GET' }, until);
  }

  /** Sends a form, as a page of the same site does. */
  async post(address: string, form: Record<string, string> = {}): Promise<ShownPage> {
    const { origin } = new URL(address);
    return this.#journey(address, {
      method: 'POST',
      body: new URLSearchParams(form),
      headers: { Origin: origin },
    });
  }

  /** Returns a cookie of a site; `undefined` if there is none. */
  cookie(address: string, name: string): string | undefined {
    return this.#cookies.get(new URL(address).origin)?.get(name);
  }

  setCookie(address: string, name: string, value: string): void {
    const { origin } = new URL(address);
    if (!this.#cookies.has(origin)) this.#cookies.set(origin, new Map());
    this.#cookies.get(origin)!.set(name, value);
  }

  async #journey(address: string, request: RequestInit, until = ''): Promise<ShownPage> {
    let next: string | null = address;
    let page: ShownPage | undefined;
    this.visited = [];
    for (let step = 0; next !== null; step++) {
      if (step === MOST_STEPS) throw new Error('There are too many redirects.');
      const url: string = next;
      page = await this.#load(url, step === 0 ? request : { method: 'GET' });
      next = toNext(page);
      if (until && next?.startsWith(until)) return { ...page, url: next };
    }
    return page!;
  }

  async #load(url: string, request: RequestInit): Promise<ShownPage> {
    this.visited.push(url);
    const cookies = this.#cookies.get(new URL(url).origin) ?? new Map<string, string>();
    const Cookie = Array.from(cookies, ([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      ...request,
      redirect: 'manual',
      headers: { ...(request.headers as Record<string, string>), ...(Cookie && { Cookie }) },
    });
    for (const line of response.headers.getSetCookie()) this.#keep(url, line);
    const { status, headers } = response;
    return { url, status, headers, text: await response.text() };
  }

  #keep(url: string, line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const [name, value] = [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    const isGone = attributes.some((each) => /^max-age=0$/i.test(each)) || value === '';
    this.setCookie(url, name, value);
    if (isGone) this.#cookies.get(new URL(url).origin)!.delete(name);
  }
}

function toNext({ url, status, headers }: ShownPage): string | null {
  const refresh = /url=(.*)$/.exec(headers.get('refresh') ?? '')?.[1];
  const target = REDIRECTS.has(status) ? headers.get('location') : refresh;
  return target ? new URL(target, url).href : null;
}
