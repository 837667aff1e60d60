import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type ServiceToken, toServiceToken } from '../../../src/protocol/service-token.ts';
import type { Clock } from './clock.ts';
import {
  callHttp,
  type HttpAnswer,
  type HttpCall,
  HttpCallError,
  isSafe,
  isSuccess,
  limitTime,
} from './http-call.ts';

/** A dashboard service to check. */
export interface ServiceAddress {
  /** The service's `{base_url}`. */
  url: string;
  dashboardGuid: string;
  apiKey: string;
  /** GetToken's `SQLparameters`: `Region=North;Year=2026`. Default: none. */
  sqlParameters?: string;
  /** Without it, GetToken's text form is not called. */
  connectionString?: string;
  /** Whether to wait until a token has expired. */
  isWaiting?: boolean;
  /** The origin of the pages that show the dashboards, if it is known. */
  embedder?: string;
  /** Ends the calls early. The session is ended in any case. */
  signal?: AbortSignal;
  /** The clock for waiting and for the limits of calls. It is compared with the service's. */
  clock: Clock;
  /** Reports the number of seconds that the doctor still waits. */
  onWait?: (seconds: number) => void;
}

/** The calls of the service part. */
export type Step =
  | 'home'
  | 'json'
  | 'query'
  | 'text'
  | 'openedFirst'
  | 'opened'
  | 'openedAgain'
  | 'wrongKey'
  | 'unknownDashboard'
  | 'malformedToken'
  | 'unknownToken'
  | 'openedLate'
  | 'usedAfterExpiry'
  | 'unusedAfterExpiry'
  | 'dataAfterExpiry'
  | 'logout'
  | 'openedAfterLogout'
  | 'logoutAgain'
  | 'logoutOfUnknown';

/** The answers of a service. A step that did not run is missing. */
export interface ServiceEvidence {
  service: ServiceAddress;
  answers: Readonly<Partial<Record<Step, HttpAnswer>>>;
  /** The reason why the calls ended early. */
  failure: HttpCallError | null;
  /** Milliseconds that the service's clock is ahead of this machine's; `null` without a `Date`. */
  clockAheadMs: number | null;
}

/** The header of the host's own client. */
const ACCEPT = { Accept: 'application/json, text/plain' };
/** A token that no service issued. */
export const MALFORMED_TOKEN = 'doctor-malformed-token';
const LOGOUT_LIMIT_MS = 2000;
/** The share of a token's life after which it is opened again, to see whether that prolongs the life. */
const REOPENED_AT = 0.9;
/** The doctor waits this share longer than a token lives, and at least a second. */
const WAIT_MARGIN = 0.03;
const PROGRESS_MS = 1000;

/**
 * Calls a service with its own session, which it always ends. The first call has no key: it shows that the
 * service can be reached. An address that is not safe for the key gets no other call. Throws {@link
 * HttpCallError} if that call has no answer.
 */
export async function gatherServiceEvidence(service: ServiceAddress): Promise<ServiceEvidence> {
  const session = new DoctorSession(service);
  await session.reach();
  if (!isSafe(service.url)) return session.evidence;
  try {
    await session.open();
    await session.provoke();
    if (service.isWaiting) await session.outlive();
  } catch (error) {
    session.fail(error);
  } finally {
    await session.end();
  }
  return session.evidence;
}

/** Returns the token of an answer to GetToken; `null` if there is none. */
export function readToken(answer: HttpAnswer | undefined): ServiceToken | null {
  if (!answer || !isSuccess(answer)) return null;
  return toServiceToken(answer.headers['content-type'] ?? null, answer.body);
}

/** Returns a token of the same form that no service issued. */
export function toUnknownToken(token: string): string {
  const random = (first: string, size: number): string =>
    String.fromCharCode(first.charCodeAt(0) + randomInt(size));
  return token
    .replaceAll(/[a-z]/g, () => random('a', 26))
    .replaceAll(/[A-Z]/g, () => random('A', 26))
    .replaceAll(/\d/g, () => random('0', 10));
}

class DoctorSession {
  readonly #service: ServiceAddress;
  readonly #base: string;
  readonly #id = `doctor-${randomBytes(12).toString('hex')}`;
  readonly #answers: Partial<Record<Step, HttpAnswer>> = {};
  #failure: HttpCallError | null = null;
  #clockAheadMs: number | null = null;
  #issuedAt = 0;

  constructor(service: ServiceAddress) {
    this.#service = service;
    this.#base = service.url.replace(/\/+$/, '');
  }

  get evidence(): ServiceEvidence {
    return {
      service: this.#service,
      answers: this.#answers,
      failure: this.#failure,
      clockAheadMs: this.#clockAheadMs,
    };
  }

  /** Checks that the service can be reached. A firewall may close connections to a path that it does not know. */
  async reach(): Promise<void> {
    await this.#call('home', '/').catch((error: unknown) => {
      if (!(error instanceof HttpCallError) || error.failure !== 'closed') throw error;
    });
  }

  /** Requests two tokens before it opens the first: the second may end the first. */
  async open(): Promise<void> {
    const { apiKey, dashboardGuid, connectionString, sqlParameters } = this.#service;
    const values = sqlParameters && { SQLparameters: sqlParameters };
    const form = { apiKey, sessionID: this.#id, dashboardGuid, ...values };
    const query = `/Api/GetToken?${new URLSearchParams(form)}`;
    this.#noteClock(await this.#post('json', this.#toPath(apiKey, dashboardGuid)));
    await this.#call('query', query, { headers: ACCEPT });
    this.#issuedAt = this.#service.clock.now();
    await this.#openToken('openedFirst', 'json');
    await this.#openToken('opened', this.#latest);
    await this.#openToken('openedAgain', this.#latest);
    if (!connectionString) return;
    const headers = { ...ACCEPT, 'Content-Type': 'text/plain' };
    await this.#call('text', query, { method: 'POST', headers, body: connectionString });
  }

  /** Makes the calls that a service must refuse. */
  async provoke(): Promise<void> {
    const { apiKey, dashboardGuid } = this.#service;
    await this.#post('wrongKey', this.#toPath(`doctor-${randomUUID()}`, dashboardGuid));
    await this.#post('unknownDashboard', this.#toPath(apiKey, randomUUID()));
    await this.#call('malformedToken', `/Tdb/${MALFORMED_TOKEN}`);
    const token = readToken(this.#answers[this.#latest]);
    if (token) await this.#call('unknownToken', `/Tdb/${toUnknownToken(token.token)}`);
  }

  /** Opens one token again shortly before its end, and both tokens after it. */
  async outlive(): Promise<void> {
    const token = readToken(this.#answers[this.#latest]);
    if (!token) return;
    const lifeMs = 1000 * token.expiresIn;
    const endsAt = this.#issuedAt + lifeMs + Math.max(1000, lifeMs * WAIT_MARGIN);
    await this.#waitUntil(this.#issuedAt + lifeMs * REOPENED_AT, endsAt);
    await this.#openToken('openedLate', this.#latest);
    await this.#waitUntil(endsAt, endsAt);
    await this.#openToken('usedAfterExpiry', this.#latest);
    await this.#openToken('unusedAfterExpiry', 'json');
    const display = new URL(`${this.#base}/Tdb/${token.token}`);
    const data = findDataAddress(this.#answers.opened?.body ?? '', display, token.token);
    if (data) await this.#call('dataAfterExpiry', data);
  }

  /** Ends the session, also if the calls were stopped. */
  async end(): Promise<void> {
    const { apiKey, clock } = this.#service;
    const signal = limitTime(clock, LOGOUT_LIMIT_MS);
    const path = `/api/logout/${encodeURIComponent(apiKey)}`;
    try {
      await this.#call('logout', `${path}/${this.#id}`, { signal });
      await this.#openToken('openedAfterLogout', this.#latest, { signal });
      await this.#call('logoutAgain', `${path}/${this.#id}`, { signal });
      await this.#call('logoutOfUnknown', `${path}/${this.#id}x`, { signal });
    } catch (error) {
      this.fail(error);
    }
  }

  /** Keeps the reason why calls ended early. Throws any other error. */
  fail(error: unknown): void {
    if (!(error instanceof HttpCallError)) throw error;
    this.#failure ??= error;
  }

  /** Compares the clocks, except for an answer from a cache, which has an old date. */
  #noteClock({ headers }: HttpAnswer): void {
    const date = headers.age === undefined ? Date.parse(headers.date ?? '') : 0;
    if (date) this.#clockAheadMs = date - this.#service.clock.now();
  }

  /** The step with the last token. */
  get #latest(): Step {
    return readToken(this.#answers.query) ? 'query' : 'json';
  }

  #toPath(apiKey: string, dashboardGuid: string): string {
    const { sqlParameters } = this.#service;
    const query = sqlParameters ? `?SQLparameters=${encodeURIComponent(sqlParameters)}` : '';
    return `/Api/GetToken/${encodeURIComponent(apiKey)}/${this.#id}/${dashboardGuid}${query}`;
  }

  #post(step: Step, path: string): Promise<HttpAnswer> {
    const body = JSON.stringify({ customInfo: 'doctor' });
    const headers = { ...ACCEPT, 'Content-Type': 'application/json' };
    return this.#call(step, path, { method: 'POST', headers, body });
  }

  /** Opens the token that a step answered with, if there is one. */
  async #openToken(step: Step, from: Step, call: Partial<HttpCall> = {}): Promise<void> {
    const token = readToken(this.#answers[from]);
    if (token) await this.#call(step, `/Tdb/${token.token}`, call);
  }

  async #call(step: Step, at: string | URL, call: Partial<HttpCall> = {}): Promise<HttpAnswer> {
    const { clock, signal } = this.#service;
    const url = typeof at === 'string' ? new URL(this.#base + at) : at;
    const answer = await callHttp({ clock, signal, ...call, url });
    this.#answers[step] = answer;
    return answer;
  }

  async #waitUntil(at: number, endsAt: number): Promise<void> {
    const { clock, signal, onWait } = this.#service;
    while (clock.now() < at) {
      onWait?.(Math.ceil((endsAt - clock.now()) / 1000));
      const pause = Math.min(PROGRESS_MS, at - clock.now());
      await clock.wait(pause, signal);
    }
  }
}

/** Returns the first address in a dashboard, other than its own, that holds the token; `null` if there is none. */
function findDataAddress(html: string, display: URL, token: string): URL | null {
  const texts = [...html.matchAll(/["'`]([^"'`\s<>]+)["'`]/g)].map(([, text = '']) => text);
  const addresses = texts
    .filter((text) => text.includes(token) && URL.canParse(text, display))
    .map((text) => new URL(text, display));
  const isData = ({ origin, pathname }: URL): boolean =>
    origin === display.origin && pathname !== display.pathname;
  return addresses.find(isData) ?? null;
}
