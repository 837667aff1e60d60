import { DashboardError, type DashboardErrorCode } from '../protocol/dashboard-error.ts';
import { parseUrl } from '../protocol/parse-url.ts';

/** A sentence for the page's developers, which names the failure and its fix; and whether the failure is transient. */
type Row = readonly [sentence: string, isRetryable: boolean];

/**
 * The sentence for each error code, and whether its failures are transient. `{at}` is the requested address,
 * or `getToken`. A sentence is empty if all errors of the code have their own.
 */
const FAILURES: Readonly<Record<DashboardErrorCode, Row>> = {
  config: ['', false],
  network: [
    '{at} could not be reached. Check it, and connect-src in your Content-Security-Policy.',
    true,
  ],
  timeout: ['{at} did not answer within 15 seconds.', true],
  offline: ['The browser is offline.', true],
  forbidden: ['{at} answered 403. Check resolve, and the proxy if you have one.', false],
  'not-found': [
    '{at} answered 404. Check token-url, dashboard-guid, and that it is accessible in API.',
    false,
  ],
  'rate-limited': ['{at} answered 429. Raise its limit.', true],
  server: ['{at} answered {status}. See the log of your server.', true],
  'bad-response': ['{at} answered {status} without JSON or plain text. Check token-url.', false],
  'bad-token': ['{at} answered without a valid token. Answer with the text of GetToken.', false],
  'frame-timeout': [
    '{at} did not load within 30 seconds, or greet within 10. Check base-url.',
    true,
  ],
  'frame-blocked': ['Add "frame-src {at}" to your Content-Security-Policy.', false],
  'mixed-content': ['{at} is http, and this page is https. Use an https base-url.', false],
  'logout-failed': ['{at} did not end the session. Check logout-url.', false],
};

/** Codes whose sentence has the cause already. Errors of other codes suggest the doctor. */
const EXPLAINED = /^(config|offline|rate-limited)$/;

/** Codes of failures that a host of another origin causes if it does not list the page's origin. */
const CROSS_ORIGIN = /^(network|forbidden)$/;

/** The error codes of HTTP statuses. Other statuses are `server` from 500 on, and `bad-response` below. */
const CODES: Readonly<Record<number, DashboardErrorCode>> = {
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  429: 'rate-limited',
};

/** The details of a failure that differ from the table. */
interface Details extends ErrorOptions {
  /** The requested address, without query and fragment, or `getToken`. */
  readonly at?: string;
  readonly message?: string;
  readonly retryable?: boolean;
  readonly status?: number | null;
  readonly delayMs?: number;
}

/** A failed attempt: an error that lacks only the number of attempts and the time of the next one. */
export class Failure extends DashboardError {
  /** The least time until the next attempt, in milliseconds. */
  declare readonly delayMs?: number;

  /** Takes sentence and retryability from the table, unless `details` has them. */
  constructor(code: DashboardErrorCode, details: Details = {}) {
    const [sentence, retryable] = FAILURES[code];
    const { message = sentence, cause, ...fields } = details;
    let text = message.replace(/{(\w+)}/g, (_, name: keyof typeof fields) => `${fields[name]}`);
    const { origin = location.origin } = parseUrl(details.at ?? '') ?? {};
    if (CROSS_ORIGIN.test(code) && origin !== location.origin) {
      text += ` Its origins must contain ${location.origin}.`;
    }
    if (!EXPLAINED.test(code)) {
      // A shell would run other signs of an address.
      const [path] = location.pathname.match(/[\w./%-]*/)!;
      text += ` Run: npx embedded-dashboard doctor --page ${location.origin}${path}`;
    }
    super(code, text, { cause, retryable, ...fields });
  }
}

/** Returns the error of a failed attempt: the `attempt`th in a row, with the next one at `retryAt`. */
export function toError(
  failure: Failure,
  attempt = 1,
  retryAt: Date | null = null,
): DashboardError {
  const { code, message, retryable, status, cause } = failure;
  return new DashboardError(code, message, { retryable, status, cause, attempt, retryAt });
}

/** Creates the error of a mistake in the element's settings. It is permanent until somebody fixes the setting. */
export function misconfigured(message: string): DashboardError {
  return toError(new Failure('config', { message }));
}

/** Creates the error of an attribute that must hold an address. */
export function notAnAddress(attribute: string): DashboardError {
  return misconfigured(`${attribute} must be an http or https address.`);
}

/** Creates the error of a request without a signed-in user, for callers that wait for a dashboard. */
export function signedOut(at: string): DashboardError {
  const message =
    "{at} answered 401 or a redirect: nobody is signed in. Check the session's cookie. Set headers before the first request.";
  return toError(new Failure('forbidden', { at, status: 401, message }));
}

/** Returns the failure for the HTTP status of an unsuccessful answer. */
export function toStatusFailure(status: number, at: string, delayMs = 0): Failure {
  const code = CODES[status] ?? (status >= 500 ? 'server' : 'bad-response');
  return new Failure(code, { at, status, delayMs });
}

/** Returns the failure for anything that a request to `at` has thrown. */
export function toFailure(cause: unknown, at: string): Failure {
  // A page's own `getToken` may reject with an error of an earlier attempt.
  if (cause instanceof DashboardError) return cause;
  // In Safari, it is a DOMException.
  if ((cause as Error | null)?.name === 'SyntaxError') {
    const message = '{at} answered JSON that was cut off.';
    return new Failure('bad-response', { at, message, retryable: true });
  }
  if (!navigator.onLine) return new Failure('offline');
  if (parseUrl(at)) return new Failure('network', { at });
  return new Failure('network', {
    at,
    message: '{at} threw an error. Fix the one in cause.',
    cause,
  });
}
