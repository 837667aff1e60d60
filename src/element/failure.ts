import { DashboardError, type DashboardErrorCode } from '../protocol/dashboard-error.ts';

/** The way to fix a failure, for the page's developers, and whether it may pass without any change. */
type Failure = readonly [advice: string, isRetryable: boolean];

/**
 * The advice for each error code, and whether its failures are transient. The advice is empty for codes
 * whose errors all have a message of their own.
 */
export const FAILURES: Readonly<Record<DashboardErrorCode, Failure>> = {
  config: ['', false],
  network: ['No connection: check token-url, CORS and connect-src.', true],
  timeout: ['No answer in time: check token-url.', true],
  offline: ['The browser is offline.', true],
  forbidden: ['This user may not see this dashboard.', false],
  'not-found': ['Not found: check dashboard-guid and token-url.', false],
  'rate-limited': ['Asked too often: wait.', true],
  server: ['', true],
  'bad-response': ['Neither JSON nor text, or too long: check token-url.', false],
  'bad-token': ['No valid token: check GetToken.', false],
  'frame-timeout': ['Not loaded: check base-url.', true],
  'frame-blocked': ['', false],
  'mixed-content': ['An https page needs an https base-url.', false],
  'logout-failed': ['Not signed out at the host: check logout-url.', false],
};

/** The error code of an HTTP status; the others are `server` from 500 on, and else `bad-response`. */
const CODES: Readonly<Record<number, DashboardErrorCode>> = {
  401: 'forbidden',
  403: 'forbidden',
  404: 'not-found',
  408: 'timeout',
  429: 'rate-limited',
};

/** An error as the table has it, unless the other arguments say something else. */
export function toError(
  code: DashboardErrorCode,
  message = FAILURES[code][0],
  status: number | null = null,
  isRetryable = FAILURES[code][1],
): DashboardError {
  return new DashboardError(code, message, isRetryable, status);
}

/** A mistake in the element's settings: nothing changes until somebody fixes it. */
export function misconfigured(message: string): DashboardError {
  return toError('config', message);
}

/** The error of an attribute that must hold an address. */
export function notAnAddress(attribute: string): DashboardError {
  return misconfigured(`${attribute} must be an http or https address.`);
}

/** The error for the HTTP status of an unsuccessful answer. */
export function toStatusError(status: number): DashboardError {
  const code = CODES[status];
  if (status === 401) return toError('forbidden', 'Sign in first.', status);
  if (code) return toError(code, undefined, status);
  const message = `The host answered ${status}: see its log.`;
  return toError(status >= 500 ? 'server' : 'bad-response', message, status);
}

/** The error for anything that an attempt has thrown. */
export function toAttemptError(reason: unknown): DashboardError {
  if (reason instanceof DashboardError) return reason;
  // JSON that was cut off on the way.
  if (reason instanceof SyntaxError) return toError('bad-response', undefined, null, true);
  return toError(navigator.onLine ? 'network' : 'offline');
}

/** Whether the host no longer knows the user: it answered 401, or redirected to a login page. */
export function isSignedOut(error: DashboardError | null): boolean {
  return error?.status === 401;
}
