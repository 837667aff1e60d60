import { DashboardError, type DashboardErrorCode } from '../protocol/dashboard-error.ts';

/** A sentence for the page's developers, which names the failure and its fix; and whether the failure is transient. */
type Failure = readonly [sentence: string, isRetryable: boolean];

/**
 * The sentence for each error code, and whether its failures are transient. `{at}` is the requested address,
 * or `getToken`; `{here}` is the page's origin. A sentence is empty if all errors of the code have their own.
 */
const FAILURES: Readonly<Record<DashboardErrorCode, Failure>> = {
  config: ['', false],
  network: [
    '{at} could not be reached. Check the address, and connect-src in your Content-Security-Policy.',
    true,
  ],
  timeout: ['{at} did not answer within 15 seconds.', true],
  offline: ['The browser is offline.', true],
  forbidden: ['{at} answered 403. Check resolve, and that origins contains {here}.', false],
  'not-found': [
    '{at} answered 404. Check token-url and dashboard-guid, and that the dashboard is accessible in API.',
    false,
  ],
  'rate-limited': ['{at} answered 429: too many requests.', true],
  server: ['{at} answered {status}. See its log.', true],
  'bad-response': [
    '{at} answered {status} with neither JSON nor plain text. Check token-url.',
    false,
  ],
  'bad-token': ['{at} answered without a valid token. Answer with the text of GetToken.', false],
  'frame-timeout': ['{at} did not load within 30 seconds. Check base-url.', true],
  'frame-blocked': ['Add "frame-src {at}" to your Content-Security-Policy.', false],
  'mixed-content': ['{at} is http, and this page is https. Use an https base-url.', false],
  'logout-failed': ['{at} did not end the session. Check logout-url.', false],
};

/** Codes whose sentence has the cause already. Errors of other codes suggest the doctor. */
const EXPLAINED = /^(config|offline|rate-limited)$/;

/** The error codes of HTTP statuses. Other statuses are `server` from 500 on, and `bad-response` below. */
const CODES: Readonly<Record<number, DashboardErrorCode>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  429: 'rate-limited',
};

/** The details of an error that differ from the table. */
export interface ErrorDetails {
  /** The requested address, without query and fragment, or `getToken`. */
  at?: string;
  message?: string;
  status?: number | null;
  retryable?: boolean;
  cause?: unknown;
}

/** Creates an error from the table. The details take precedence. */
export function toError(code: DashboardErrorCode, details: ErrorDetails = {}): DashboardError {
  const [sentence, isRetryable] = FAILURES[code];
  const { at = '', message = sentence, status = null, retryable = isRetryable, cause } = details;
  const text = message
    .replace('{at}', () => at)
    .replace('{here}', location.origin)
    .replace('{status}', `${status}`);
  const hint = EXPLAINED.test(code) ? '' : ' Run: npx embedded-dashboard doctor';
  return new DashboardError(code, text + hint, retryable, status, cause);
}

/** Creates the error of a mistake in the element's settings. It is permanent until somebody fixes the setting. */
export function misconfigured(message: string): DashboardError {
  return toError('config', { message });
}

/** Creates the error of an attribute that must hold an address. */
export function notAnAddress(attribute: string): DashboardError {
  return misconfigured(`${attribute} must be an http or https address.`);
}

/** Creates the error for the HTTP status of an unsuccessful answer. */
export function toStatusError(status: number, at: string): DashboardError {
  const code = CODES[status] ?? (status >= 500 ? 'server' : 'bad-response');
  const message = status === 401 ? '{at} answered 401: nobody is signed in.' : undefined;
  return toError(code, { at, status, ...(message && { message }) });
}

/** Returns the error for anything that a request to `at` has thrown. */
export function toAttemptError(cause: unknown, at: string): DashboardError {
  if (cause instanceof DashboardError) return cause;
  if (cause instanceof SyntaxError) {
    return toError('bad-response', {
      at,
      message: '{at} answered JSON that was cut off.',
      retryable: true,
    });
  }
  if (!navigator.onLine) return toError('offline');
  if (!URL.canParse(at))
    return toError('network', { at, message: '{at} failed; see the cause.', cause });
  const isForeign = new URL(at).origin !== location.origin;
  const message = `${FAILURES.network[0]}${isForeign ? ' Its origins must contain {here}.' : ''}`;
  return toError('network', { at, message });
}

/** Whether the host no longer knows the user: it answered 401, or redirected to a login page. */
export function isSignedOut(error: DashboardError | null): boolean {
  return error?.status === 401;
}
