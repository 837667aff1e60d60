import { DashboardError, type DashboardErrorCode } from '../protocol/dashboard-error.ts';

interface Failure {
  /** The way to fix it, for the page's developers. */
  readonly advice: string;
  /** Whether the same attempt may succeed later without any change. */
  readonly isRetryable: boolean;
}

/** The advice for each error code, and whether its failures are transient. */
export const FAILURES: Readonly<Record<DashboardErrorCode, Failure>> = {
  config: { advice: 'A setting is missing or malformed.', isRetryable: false },
  network: {
    advice: 'No connection: check token-url, CORS and connect-src.',
    isRetryable: true,
  },
  timeout: { advice: 'No answer in time: check token-url.', isRetryable: true },
  offline: { advice: 'The browser is offline.', isRetryable: true },
  forbidden: { advice: 'This user may not see this dashboard.', isRetryable: false },
  'not-found': {
    advice: 'Not found: check dashboard-guid and token-url.',
    isRetryable: false,
  },
  'rate-limited': { advice: 'Asked too often: wait.', isRetryable: true },
  server: { advice: 'The host failed: see its log.', isRetryable: true },
  'bad-response': {
    advice: 'Neither JSON nor text, or too long: check token-url.',
    isRetryable: false,
  },
  'bad-token': { advice: 'No valid token: check GetToken.', isRetryable: false },
  'frame-timeout': { advice: 'Not loaded: check base-url.', isRetryable: true },
  'frame-blocked': {
    advice: 'Content-Security-Policy lacks: frame-src',
    isRetryable: false,
  },
  'mixed-content': { advice: 'An https page needs an https base-url.', isRetryable: false },
  'logout-failed': {
    advice: 'Not signed out at the host: check logout-url.',
    isRetryable: false,
  },
};

/** The properties of an error that differ from the table. */
interface Details {
  message?: string;
  isRetryable?: boolean;
  status?: number | null;
}

/** An error as the table has it, except for `details`. */
export function toError(code: DashboardErrorCode, details: Details = {}): DashboardError {
  const { advice, isRetryable } = FAILURES[code];
  const { message = advice, isRetryable: retryable = isRetryable, status = null } = details;
  return new DashboardError(code, message, retryable, status);
}

/** A mistake in the element's settings: nothing changes until somebody fixes it. */
export function misconfigured(message: string): DashboardError {
  return toError('config', { message });
}

/** The error of an attribute that must hold an address. */
export function notAnAddress(attribute: string): DashboardError {
  return misconfigured(`${attribute} must be an http or https address.`);
}

/** The error for the HTTP status of an unsuccessful answer. */
export function toStatusError(status: number): DashboardError {
  const message = `The host answered ${status}: see its log.`;
  if (status >= 500) return toError('server', { message, status });
  switch (status) {
    case 401:
      return toError('forbidden', { message: 'Sign in first.', status });
    case 403:
      return toError('forbidden', { status });
    case 404:
      return toError('not-found', { status });
    case 408:
      return toError('timeout', { status });
    case 429:
      return toError('rate-limited', { status });
    default:
      return toError('bad-response', { message, status });
  }
}

/** The error for anything that an attempt has thrown. */
export function toAttemptError(reason: unknown): DashboardError {
  if (reason instanceof DashboardError) return reason;
  if (reason instanceof SyntaxError) {
    const message = 'The answer was cut off: try again.';
    return toError('bad-response', { message, isRetryable: true });
  }
  return toError(navigator.onLine ? 'network' : 'offline');
}

/** Whether the host no longer knows the user: it answered 401, or redirected to a login page. */
export function isSignedOut(error: DashboardError | null): boolean {
  return error?.code === 'forbidden' && error.status === 401;
}
