/** The kinds of errors at the host; a closed list. */
export type DashboardHostErrorCode =
  /** A setting or an answer of `resolve` cannot be used. Fix the one named in the message. */
  | 'config'
  /** Nobody is signed in, or the session has ended. Check that the cookie of your session arrives. */
  | 'unauthenticated'
  /** The dashboard is not in the user's list. Add it to `dashboards` in the answer of `resolve`. */
  | 'forbidden'
  /** The service does not know the dashboard, or the address is not a route. Check the GUID, “Accessible in API” and `basePath`. */
  | 'not-found'
  /** The call is malformed. Send what the element sends. */
  | 'bad-request'
  /** The address takes another method. Send `POST` for tokens and logouts, and `GET` for pages. */
  | 'method-not-allowed'
  /** The body is not JSON. Send `Content-Type: application/json`. */
  | 'unsupported-media-type'
  /** The call comes from another site. List its origin in `origins`, and let proxies pass `Host` on. */
  | 'cross-site'
  /** The body is longer than 8 KiB. Send what the element sends. */
  | 'too-large'
  /** The service or the host limits the calls of one session. Wait for the seconds of `Retry-After`. */
  | 'rate-limited'
  /** Too many calls are under way, or the service is down. Wait for the seconds of `Retry-After`. */
  | 'overloaded'
  /** The service could not be reached. Check `baseUrl` and the network. */
  | 'upstream-unreachable'
  /** The service did not answer in time. Look at the service. */
  | 'upstream-timeout'
  /** The service answered with a redirect. Check `baseUrl`, its scheme and its path. */
  | 'upstream-redirect'
  /** The service answered with an error. Check `apiKey`, and see the log of the service. */
  | 'upstream-status'
  /** GetToken answered without a token. Check `baseUrl`, and that the dashboard is accessible in API. */
  | 'upstream-bad-token';

/** The HTTP status of each code. */
export const STATUS: Readonly<Record<DashboardHostErrorCode, number>> = {
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

/** Details that do not follow from the code alone. */
interface ErrorDetails {
  status?: number;
  retryable?: boolean;
  retryAfterSeconds?: number | null;
}

/**
 * The reason why the host could not answer a call with success. `message` says what to do, and never holds a
 * value: no API key, token, connection string or session id, and no text of the dashboard service. It has no
 * `cause`, because errors of `fetch` and `URL` may hold the address, and so the key.
 */
export class DashboardHostError extends Error {
  /** The kind of the error. It is stable, for programs. */
  readonly code: DashboardHostErrorCode;
  /** The HTTP status of the host's answer. */
  readonly status: number;
  /** Whether the same call may succeed later without a change. Default: `false`. */
  readonly retryable: boolean;
  /** The seconds to wait before a retry, 999 at most; `null` if unknown. */
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

/**
 * Creates the error of a call that the host refuses to spare the service. Callers get different times in
 * `Retry-After`, so that they do not come back all at once.
 */
export function overloaded(message: string): DashboardHostError {
  const retryAfterSeconds = 5 + Math.floor(Math.random() * 11);
  return new DashboardHostError('overloaded', message, { retryable: true, retryAfterSeconds });
}

/**
 * Returns an error that may leave the host. Anything but a `DashboardHostError` is a fault of this package or
 * its runtime, and its text could hold anything.
 */
export function toHostError(thrown: unknown): DashboardHostError {
  return thrown instanceof DashboardHostError
    ? thrown
    : new DashboardHostError('config', 'The host failed in an unexpected way.');
}

/** Sentences for the log only, by the errors that they explain. Callers must not read them. */
const details = new WeakMap<DashboardHostError, string>();

/** Keeps a sentence that explains the error to the owner of the server. It has no secret. */
export function keepDetail(error: DashboardHostError, sentence: string): void {
  details.set(error, sentence);
}

/** Returns the sentence for the log; an empty text if there is none. */
export function detailOf(error: DashboardHostError): string {
  return details.get(error) ?? '';
}
