import { type Clock, systemClock } from './clock.ts';
import { callHttp, type HttpAnswer, HttpCallError } from './http-call.ts';

/** A host to check. */
export interface HostAddress {
  /** The address above `/token` and `/logout`, such as `https://app.example/dashboards`. */
  url: string | URL;
  /** A dashboard that the user of `headers` may see. */
  dashboardGuid: string;
  /** Headers that make the calls those of a user who is signed in, such as `Cookie`. */
  headers?: Readonly<Record<string, string>>;
  /** The origin of the page that calls. Default: the host's own. */
  pageOrigin?: string;
  /** Ends the checks early. Checks that did not run have no finding. */
  signal?: AbortSignal;
  /** @internal The clock for the limits of calls. */
  clock?: Clock;
  /** @internal The API key, to find it in answers. It is not sent. */
  apiKey?: string;
  /** @internal The base address of the dashboard service, to see the effect of a logout. */
  serviceUrl?: string;
}

/** Changes of a call that is good without them. */
export interface CallChanges {
  method?: string;
  /** A `null` removes a header. */
  headers?: Readonly<Record<string, string | null>>;
  body?: string;
}

/** The number of concurrent calls. A host may allow one session no more than 8. */
const MOST_AT_ONCE = 4;

/** A shorter key may be a word of an answer. */
const SHORTEST_KEY = 8;

/** The line for an answer that a cache may keep. */
export const NO_STORE_FIX =
  'Answer with “Cache-Control: no-store”: a token is for one user and two hours.';
/** An origin that no host lists. */
export const STRANGER = 'https://stranger.example';
/** The headers that may identify a user. */
const OF_USER = /^(cookie|authorization)$/i;

/** Calls a host as a page of its own origin does, or with changes. Equal calls are made once. */
export class HostProbe {
  readonly guid: string;
  readonly pageOrigin: string;
  /** Whether an answer was 429 or 503: it says nothing about the call. */
  isLimited = false;
  /** Whether an answer contained the API key; `null` without a key. */
  hasRepeatedKey: boolean | null;
  readonly #base: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal | undefined;
  readonly #clock: Clock;
  readonly #keyForms: readonly string[];
  readonly #serviceUrl: string | undefined;
  readonly #answers = new Map<string, Promise<HttpAnswer>>();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor({ url, dashboardGuid, headers = {}, pageOrigin, ...calls }: HostAddress) {
    this.guid = dashboardGuid;
    this.#base = String(url).replace(/\/$/, '');
    this.#headers = headers;
    this.#signal = calls.signal;
    this.#clock = calls.clock ?? systemClock;
    const { apiKey: key = '' } = calls;
    this.#keyForms = key.length < SHORTEST_KEY ? [] : [key, encodeURIComponent(key)];
    this.hasRepeatedKey = this.#keyForms.length > 0 ? false : null;
    this.#serviceUrl = calls.serviceUrl;
    this.pageOrigin = pageOrigin ?? this.origin;
  }

  get origin(): string {
    return new URL(this.#base).origin;
  }

  get tokenUrl(): URL {
    return this.#toUrl('/token');
  }

  /** Whether the calls have a user. */
  get hasUser(): boolean {
    return Object.keys(this.withoutUser).length > 0;
  }

  /** The headers that identify the user, each removed. */
  get withoutUser(): Record<string, null> {
    const names = Object.keys(this.#headers).filter((name) => OF_USER.test(name));
    return Object.fromEntries(names.map((name) => [name, null]));
  }

  /** The headers of a user that does not exist. A scheme such as `Bearer` stays. */
  get invalidUser(): Record<string, string> {
    const headers = Object.keys(this.withoutUser).map((name) => {
      const [scheme = ''] = this.#headers[name]!.split(' ');
      return [name, name.toLowerCase() === 'cookie' ? 'session=doctor' : `${scheme} doctor`];
    });
    return Object.fromEntries(headers);
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

  /**
   * Opens a token at the service, once for each `occasion`. Resolves to `null` if the service is not known. Throws
   * {@link HttpCallError}.
   */
  open(token: string, occasion: string): Promise<HttpAnswer | null> {
    const base = this.#serviceUrl;
    if (base === undefined) return Promise.resolve(null);
    const url = new URL(`${base}/Tdb/${token}`);
    const limits = { clock: this.#clock, signal: this.#signal };
    return this.#once([occasion, token], () => callHttp({ url, ...limits }));
  }

  #call(path: string, changes: CallChanges): Promise<HttpAnswer> {
    return this.#once([path, changes], () => this.#send(path, changes));
  }

  #once(call: readonly unknown[], send: () => Promise<HttpAnswer>): Promise<HttpAnswer> {
    const key = JSON.stringify(call);
    const answer = this.#answers.get(key) ?? this.#inTurn(send);
    this.#answers.set(key, answer);
    return answer;
  }

  async #send(path: string, changes: CallChanges): Promise<HttpAnswer> {
    if (this.isLimited) throw new HttpCallError('limited');
    this.#signal?.throwIfAborted();
    const { method = 'POST', headers = {}, body = '' } = changes;
    const all = {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      'X-Embedded-Dashboard': '1',
      Origin: this.pageOrigin,
      'Sec-Fetch-Site': this.pageOrigin === this.origin ? 'same-origin' : 'cross-site',
      'Sec-Fetch-Mode': 'cors',
      'Sec-Fetch-Dest': 'empty',
      ...this.#headers,
      ...headers,
    };
    const kept = Object.entries(all).flatMap(([name, value]) =>
      value === null ? [] : [[name, value] as const],
    );
    const limits = { clock: this.#clock, signal: this.#signal };
    const call = { url: this.#toUrl(path), method, body, ...limits };
    const answer = await callHttp({ ...call, headers: Object.fromEntries(kept) });
    const text = JSON.stringify(answer.headers) + answer.body;
    if (this.#keyForms.some((form) => text.includes(form))) this.hasRepeatedKey = true;
    if (answer.status !== 429 && answer.status !== 503) return answer;
    this.isLimited = true;
    throw new HttpCallError('limited');
  }

  #toUrl(path: string): URL {
    return new URL(this.#base + path);
  }

  async #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
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

/** The headers of a call from a page of another site. */
export function toStranger(): Record<string, string> {
  return { Origin: STRANGER, 'Sec-Fetch-Site': 'cross-site' };
}

/** Whether no cache may keep an answer. */
export function isNotStored({ headers }: HttpAnswer): boolean {
  return /\bno-store\b/i.test(headers['cache-control'] ?? '');
}
