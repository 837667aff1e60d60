import { DashboardError, type DashboardErrorCode } from '../protocol/dashboard-error.ts';
import { parseToken, type TokenGrant } from '../protocol/token.ts';

/** Headers, or a function that makes them for each request anew. */
export type HeadersSource = HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | null;

/** How the host addresses are called. */
export interface HostRequest {
  credentials: RequestCredentials;
  headers: HeadersSource;
}

const ANSWER_TIMEOUT_MS = 15_000;
const LONGEST_ANSWER = 16 * 1024;
const LONGEST_RETRY_AFTER_SECONDS = 300;

const TIMEOUT = ['timeout', 'No answer in time: check token-url.'] as const;
const REFUSALS: Record<number, readonly [DashboardErrorCode, string]> = {
  401: ['forbidden', 'Sign in first.'],
  403: ['forbidden', 'This user may not see this dashboard.'],
  404: ['not-found', 'Not found: check dashboard-guid and token-url.'],
  408: TIMEOUT,
  429: ['rate-limited', 'Asked too often: wait.'],
};

/** One POST to a host address. Redirects are not followed: a login page would look like an answer. */
export async function postToHost(
  url: string,
  { credentials, headers: source }: HostRequest,
  body: object,
  init: RequestInit,
): Promise<Response> {
  const headers = new Headers((await (typeof source === 'function' ? source() : source)) ?? {});
  headers.set('Content-Type', 'application/json');
  headers.set('Accept', 'application/json');
  headers.set('X-Embedded-Dashboard', '1');
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
 * The answer of `ask`, which has 15 seconds for it. `attempt` cancels it.
 * @throws {DashboardError} what it means that there is none.
 */
export async function inTime<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  attempt = new AbortController(),
): Promise<Answer> {
  const { signal } = attempt;
  const timer = setTimeout(
    () => attempt.abort(new DashboardError(...TIMEOUT, true)),
    ANSWER_TIMEOUT_MS,
  );
  try {
    // It may be the page's own function, which need not heed the signal.
    return await Promise.race([
      ask(signal),
      new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      }),
    ]);
  } catch (reason) {
    throw toDashboardError(reason);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * The grant in whatever the host, or the page's own function, answered with.
 * @throws {DashboardError} for anything that holds no token.
 * @throws {SyntaxError} for JSON that was cut off on its way.
 */
export async function readGrant(answer: unknown): Promise<TokenGrant> {
  const content = answer instanceof Response ? await readContent(answer) : answer;
  const grant = Object(content) === content ? (content as TokenGrant) : { token: content };
  const token = parseToken(grant.token);
  if (token) return { ...grant, token };
  throw new DashboardError('bad-token', 'No valid token: check GetToken.');
}

/**
 * Nothing where the host did as asked.
 * @throws {DashboardError} what its answer means; a redirect leads to a login page, so it is a 401.
 *   Its `retryAt` is when the host wants to be asked again.
 */
export function assertAnswered({ ok, redirected, type, status, headers }: Response): void {
  const isRedirect = redirected || type === 'opaqueredirect';
  if (ok && !isRedirect) return;
  const error = refusal(isRedirect ? 401 : status);
  const retryAfter = headers.get('Retry-After') ?? '';
  const seconds = Number(retryAfter) || (Date.parse(retryAfter) - Date.now()) / 1000;
  if (seconds > 0) {
    error.retryAt = new Date(Date.now() + 1000 * Math.min(LONGEST_RETRY_AFTER_SECONDS, seconds));
  }
  throw error;
}

/** What an HTTP status that is no success means. */
export function refusal(status: number): DashboardError {
  const isFault = status >= 500;
  const [code, message] = REFUSALS[status] ?? [
    isFault ? 'server' : 'bad-response',
    `The host answered ${status}: see its log.`,
  ];
  return new DashboardError(code, message, isFault || status === 408 || status === 429, status);
}

function toDashboardError(reason: unknown): DashboardError {
  if (reason instanceof DashboardError) return reason;
  const [code, message]: [DashboardErrorCode, string] =
    reason instanceof SyntaxError
      ? ['bad-response', 'The answer was cut off: try again.']
      : navigator.onLine
        ? ['network', 'No connection: check token-url, CORS and connect-src.']
        : ['offline', 'The browser is offline.'];
  return new DashboardError(code, message, true);
}

/** What the answer's body holds; one that is longer than any token is not read to its end. */
async function readContent(response: Response): Promise<unknown> {
  assertAnswered(response);
  const [type] =
    /^(application\/json|text\/plain)\b/i.exec(response.headers.get('Content-Type')!) ?? [];
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (type && reader && text.length < LONGEST_ANSWER) {
    const { done, value } = await reader.read();
    if (done) return /^t/i.test(type) ? text : JSON.parse(text);
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  throw new DashboardError(
    'bad-response',
    'Neither JSON nor text, or too long: check token-url.',
    false,
    response.status,
  );
}
