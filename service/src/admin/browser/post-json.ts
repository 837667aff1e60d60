/** The body of an error answer of the back office. */
interface Refusal {
  error: { message: string };
}

/** A call that was refused, or had no answer (`status` 0). The message is shown to authors. */
export class PostError extends Error {
  readonly status: number;
  /** The body of the answer; `null` without an answer. */
  readonly answer: unknown;

  constructor(message: string, status = 0, answer: unknown = null) {
    super(message);
    this.name = 'PostError';
    this.status = status;
    this.answer = answer;
  }
}

const UNREACHABLE = 'The service cannot be reached. Please try again.';

/**
 * Posts JSON to the back office and returns its answer.
 * @throws {PostError} if the call is refused or has no answer. An aborted `signal` throws its reason instead.
 */
export function postJson<Answer>(
  url: string,
  body: unknown = {},
  { signal = null, keepalive = false }: Pick<RequestInit, 'signal' | 'keepalive'> = {},
): Promise<Answer> {
  return callJson(url, { method: 'POST', body: JSON.stringify(body), signal, keepalive });
}

/**
 * Calls the back office and returns its JSON answer. A string body must be JSON.
 * @throws {PostError} if the call is refused or has no answer. An aborted `signal` throws its reason instead.
 */
export async function callJson<Answer>(
  url: string,
  init: Omit<RequestInit, 'headers'> = {},
): Promise<Answer> {
  const unreachable = (): never => {
    init.signal?.throwIfAborted();
    throw new PostError(UNREACHABLE);
  };
  const headers = new Headers({ Accept: 'application/json' });
  if (typeof init.body === 'string') headers.set('Content-Type', 'application/json');
  const response = await fetch(url, { ...init, headers }).catch(unreachable);
  // An answer that is not JSON comes from something between this page and the service.
  const answer = (await response.json().catch(unreachable)) as Answer | Refusal;
  if (response.ok) return answer as Answer;
  throw new PostError((answer as Refusal).error.message, response.status, answer);
}
