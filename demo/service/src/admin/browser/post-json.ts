/** What the back office says in place of an answer. */
interface Refusal {
  error: { message: string };
}

/** A call that was refused, or that nobody answered: then `status` is 0. The message is for the reader. */
export class PostError extends Error {
  readonly status: number;
  /** What else the refusal says. */
  readonly answer: unknown;

  constructor(message: string, status = 0, answer: unknown = null) {
    super(message);
    this.name = 'PostError';
    this.status = status;
    this.answer = answer;
  }
}

const UNREACHABLE = 'The service cannot be reached. Please try again.';

/** Posts JSON to the back office and reads its answer. Throws {@link PostError}, or the reason of `signal`. */
export async function postJson<Answer>(
  url: string,
  body: unknown = {},
  signal: AbortSignal | null = null,
): Promise<Answer> {
  const unreachable = (): never => {
    signal?.throwIfAborted();
    throw new PostError(UNREACHABLE);
  };
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
    signal,
  }).catch(unreachable);
  // What is no JSON comes from something between here and the service.
  const answer = (await response.json().catch(unreachable)) as Answer | Refusal;
  if (response.ok) return answer as Answer;
  throw new PostError((answer as Refusal).error.message, response.status, answer);
}
