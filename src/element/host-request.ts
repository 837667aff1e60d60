import { Failure, toFailure } from './failure.ts';

/** Headers, or a function that returns them for each request. */
export type HeadersSource = HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | null;

/** The options of requests to the two host addresses. */
export interface HostRequest {
  credentials: RequestCredentials;
  headers: HeadersSource;
}

/** The last one stops forged requests: no form can send it, and other origins need the host's permission. */
const HEADERS = Object.entries({
  'Content-Type': 'application/json',
  Accept: 'application/json',
  'X-Embedded-Dashboard': '1',
});
/** The longest time for an answer, including its body. A host has to call the service first. */
const ANSWER_TIMEOUT_MS = 15_000;

/**
 * Sends one POST to a host address. It follows no redirect, because a sign-in page would look like an
 * answer.
 */
export async function postToHost(
  url: string,
  { credentials, headers: source }: HostRequest,
  body: object,
  init: RequestInit,
): Promise<Response> {
  const given = typeof source === 'function' ? await source() : source;
  const headers = new Headers(given ?? {});
  for (const [name, value] of HEADERS) headers.set(name, value);
  return fetch(url, {
    ...init,
    method: 'POST',
    body: JSON.stringify(body),
    headers,
    credentials,
    redirect: 'manual',
    cache: 'no-store',
  });
}

/**
 * Returns the answer of `ask`, which has 15 seconds for it. `at` names the address in errors. `attempt`
 * cancels the call.
 * @throws {Failure} if there is no answer.
 */
export async function inTime<Answer>(
  at: string,
  ask: (signal: AbortSignal) => Promise<Answer>,
  attempt = new AbortController(),
): Promise<Answer> {
  const { signal } = attempt;
  const timer = setTimeout(() => attempt.abort(new Failure('timeout', { at })), ANSWER_TIMEOUT_MS);
  try {
    // `ask` may be the page's own function, which may ignore the signal.
    return await Promise.race([
      ask(signal),
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    ]);
  } catch (reason) {
    throw toFailure(reason, at);
  } finally {
    clearTimeout(timer);
  }
}
