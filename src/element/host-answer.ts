import { parseToken, type TokenGrant } from '../protocol/token.ts';
import { Failure, toStatusFailure } from './failure.ts';
import { retryAfterMs } from './refresh-policy.ts';

/** The longest answer, in bytes: four times the longest token. So no answer can fill the page's memory. */
const LONGEST_ANSWER = 16 * 1024;

/**
 * Returns the grant in an answer of the host, or of the page's own `getToken`; `null` if nobody is signed in.
 * `at` names the source in errors.
 * @throws {Failure} if the answer holds no token.
 * @throws {SyntaxError} if its JSON was cut off.
 */
export async function readGrant(answer: unknown, at: string): Promise<TokenGrant | null> {
  let content = answer;
  if (answer instanceof Response) {
    if (!isSignedIn(answer, at)) return null;
    content = await readContent(answer, at);
  }
  const grant = Object(content) === content ? (content as TokenGrant) : { token: content };
  const token = parseToken(grant.token);
  if (!token) throw new Failure('bad-token', { at });
  return { ...grant, token };
}

/**
 * Whether the host knows the user: `false` for a 401, and for a redirect, which leads to a sign-in page.
 * @throws {Failure} for any other answer that is not a success.
 */
export function isSignedIn(
  { ok, redirected, type, status, headers }: Response,
  at: string,
): boolean {
  if (redirected || type === 'opaqueredirect' || status === 401) return false;
  if (!ok) throw toStatusFailure(status, at, retryAfterMs(headers.get('Retry-After')));
  return true;
}

/** Returns the content of an answer's body. Stops reading at {@link LONGEST_ANSWER}. */
async function readContent(answer: Response, at: string): Promise<unknown> {
  const { headers, status } = answer;
  const given = headers.get('Content-Type')!;
  const [type] = /^(application\/json|text\/plain)\b/i.exec(given) ?? [];
  // Chromium (151 to 156) shows a request as canceled if a script reads a `no-store` answer's own stream to the end:
  // https://github.com/microsoft/playwright/issues/42742. So the reader, which only measures, gets a copy.
  const copy = answer.clone();
  const reader = copy.body?.getReader();
  let size = 0;
  while (type && reader && size < LONGEST_ANSWER) {
    const { done, value } = await reader.read();
    if (done) return /^t/i.test(type) ? answer.text() : answer.json();
    size += value.length;
  }
  // The request ends when both have been canceled.
  await Promise.all([reader?.cancel(), answer.body?.cancel()]);
  const isHtml = /^text\/html/i.test(given);
  throw new Failure('bad-response', {
    at,
    status,
    ...(isHtml && { message: '{at} answered HTML. Is token-url your sign-in page?' }),
  });
}
