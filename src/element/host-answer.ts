import { parseToken, type TokenGrant } from '../protocol/token.ts';
import { toError, toStatusError } from './failure.ts';
import { retryAfterMs } from './refresh-policy.ts';

/** The longest answer, in characters: four times the longest token. So no answer can fill the page's memory. */
const LONGEST_ANSWER = 16 * 1024;

/**
 * Returns the grant in an answer of the host, or of the page's own `getToken`. `at` names the source in
 * errors.
 * @throws {DashboardError} if the answer holds no token.
 * @throws {SyntaxError} if its JSON was cut off.
 */
export async function readGrant(answer: unknown, at: string): Promise<TokenGrant> {
  const content = answer instanceof Response ? await readContent(answer, at) : answer;
  const grant = Object(content) === content ? (content as TokenGrant) : { token: content };
  const token = parseToken(grant.token);
  if (!token) throw toError('bad-token', { at });
  return { ...grant, token };
}

/**
 * Returns if the answer is a success.
 * @throws {DashboardError} for any other answer. A redirect leads to a login page, so it counts as a 401. The
 *   error's `retryAt` is the time that the host requests by `Retry-After`.
 */
export function assertAnswered(
  { ok, redirected, type, status, headers }: Response,
  at: string,
): void {
  const isRedirect = redirected || type === 'opaqueredirect';
  if (ok && !isRedirect) return;
  const error = toStatusError(isRedirect ? 401 : status, at);
  const delayMs = retryAfterMs(headers.get('Retry-After'));
  if (delayMs) error.retryAt = new Date(Date.now() + delayMs);
  throw error;
}

/** Returns the content of an answer's body. Stops reading at {@link LONGEST_ANSWER}. */
async function readContent(response: Response, at: string): Promise<unknown> {
  assertAnswered(response, at);
  const given = response.headers.get('Content-Type')!;
  const [type] = /^(application\/json|text\/plain)\b/i.exec(given) ?? [];
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  while (type && reader && text.length < LONGEST_ANSWER) {
    const { done, value } = await reader.read();
    if (done) return /^t/i.test(type) ? text : JSON.parse(text);
    text += decoder.decode(value, { stream: true });
  }
  await reader?.cancel();
  const isHtml = /^text\/html/i.test(given);
  throw toError('bad-response', {
    at,
    status: response.status,
    ...(isHtml && { message: '{at} answered HTML. Is token-url your login page?' }),
  });
}
