/** Everything that can go wrong at the host; a closed list. */
export type DashboardHostErrorCode =
  | 'config'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'bad-request'
  | 'method-not-allowed'
  | 'unsupported-media-type'
  | 'cross-site'
  | 'too-large'
  | 'rate-limited'
  | 'overloaded'
  | 'upstream-unreachable'
  | 'upstream-timeout'
  | 'upstream-redirect'
  | 'upstream-status'
  | 'upstream-bad-token';

const STATUS: Record<DashboardHostErrorCode, number> = {
  config: 500,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'bad-request': 400,
  'method-not-allowed': 405,
  'unsupported-media-type': 415,
  'cross-site': 403,
  'too-large': 413,
  'rate-limited': 429,
  overloaded: 503,
  'upstream-unreachable': 502,
  'upstream-timeout': 504,
  'upstream-redirect': 502,
  'upstream-status': 502,
  'upstream-bad-token': 502,
};

/** What is not plain from the code alone. */
interface ErrorDetails {
  status?: number;
  retryable?: boolean;
  retryAfterSeconds?: number | null;
}

/**
 * Why the host could not do as asked. `message` says what to do about it and never holds a value:
 * no API key, token, connection string or session id, and no text of the dashboard service.
 * It has no `cause`, because what `fetch` and `URL` throw may hold the address, and so the key.
 */
export class DashboardHostError extends Error {
  /** What went wrong; stable, for programs. */
  readonly code: DashboardHostErrorCode;
  /** The HTTP status that the host answers with. */
  readonly status: number;
  /** Whether the same call may succeed later without anything being changed. Default: no. */
  readonly retryable: boolean;
  /** Seconds to wait before that, 999 at most, where it is known; else `null`. */
  readonly retryAfterSeconds: number | null;

  constructor(
    code: DashboardHostErrorCode,
    message: string,
    { status = STATUS[code], retryable = false, retryAfterSeconds = null }: ErrorDetails = {},
  ) {
    super(message);
    this.name = 'DashboardHostError';
    this.code = code;
    this.status = status;
    this.retryable = retryable;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** A refusal of the host itself, to spare the service. Callers are told different times to come back. */
export function overloaded(message: string): DashboardHostError {
  const retryAfterSeconds = 5 + Math.floor(Math.random() * 11);
  return new DashboardHostError('overloaded', message, { retryable: true, retryAfterSeconds });
}

/** Anything else is a fault of this package or its runtime; its text could hold anything. */
export function toHostError(thrown: unknown): DashboardHostError {
  return thrown instanceof DashboardHostError
    ? thrown
    : new DashboardHostError('config', 'The host failed in an unexpected way.');
}
