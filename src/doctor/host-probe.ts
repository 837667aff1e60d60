import { callHttp, type HttpAnswer, HttpCallError } from './http-call.ts';

/** A host to check. */
export interface HostAddress {
  /** The address above `/token` and `/logout`, such as `https://app.example/dashboards`. */
  url: string | URL;
  /** A dashboard that the user of `headers` may see. */
  dashboardGuid: string;
  /** Headers that make the calls those of a user who is logged in, such as `Cookie`. */
  headers?: Readonly<Record<string, string>>;
  /** Ends the checks early. Those that did not run have no finding. */
  signal?: AbortSignal;
}

/** Changes of a call that is good without them. */
export interface CallChanges {
  method?: string;
  /** A `null` removes a header. */
  headers?: Readonly<Record<string, string | null>>;
  body?: string;
}

/** Calls under way at the same time. A host may allow one session no more than 8. */
const MOST_AT_ONCE = 4;

/** Calls a host as a page of its own origin does, or with changes. Equal calls are made once. */
export class HostProbe {
  readonly guid: string;
  /** Whether the calls have a user. */
  readonly hasUser: boolean;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal | undefined;
  readonly #answers = new Map<string, Promise<HttpAnswer>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ url, dashboardGuid, headers = {}, signal }: HostAddress) {
    this.guid = dashboardGuid;
    this.#base = String(url).replace(/\/$/, '');
    this.#headers = headers;
    this.#signal = signal;
    this.hasUser = Object.keys(headers).length > 0;
  }

  get origin(): string {
    return new URL(this.#base).origin;
  }

  get tokenUrl(): URL {
    return this.#toUrl('/token');
  }

  /** The headers that identify the user, each removed. */
  get withoutUser(): Record<string, null> {
    return Object.fromEntries(Object.keys(this.#headers).map((name) => [name, null]));
  }

  /** Calls the token address. Throws {@link HttpCallError}. */
  token(changes: CallChanges = {}): Promise<HttpAnswer> {
    const body = JSON.stringify({ dashboardGuid: this.guid });
    return this.#call('/token', { body, ...changes });
  }

  /** Calls the logout address. Throws {@link HttpCallError}. */
  logout(changes: CallChanges = {}): Promise<HttpAnswer> {
    return this.#call('/logout', { body: '{}', ...changes });
  }

  #call(path: string, changes: CallChanges): Promise<HttpAnswer> {
    const key = JSON.stringify([path, changes]);
    const known = this.#answers.get(key);
    const answer = known ?? this.#inTurn(() => this.#send(path, changes));
    this.#answers.set(key, answer);
    return answer;
  }

  #send(path: string, { method = 'POST', headers = {}, body = '' }: CallChanges) {
    const all = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Embedded-Dashboard': '1',
      Origin: this.origin,
      'Sec-Fetch-Site': 'same-origin',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Dest': 'empty',
      ...this.#headers,
      ...headers,
    };
    const kept = Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as const],
    );
    const call = { url: this.#toUrl(path), method, body, signal: this.#signal };
    return callHttp({ ...call, headers: Object.fromEntries(kept) });
  }

  #toUrl(path: string): URL {
    return new URL(this.#base + path);
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#signal?.aborted) throw new HttpCallError('stopped');
    if (this.#running >= MOST_AT_ONCE) {
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      this.#waiting.shift()?.();
    }
  }
}
