/** Everything that can go wrong around a dashboard; a closed list. */
export type DashboardErrorCode =
  /**
   * A setting is missing or malformed. Fix the setting named in `message`. A malformed color or `login-url`
   * does not hide the dashboard.
   */
  | 'config'
  /**
   * A host address could not be reached, or `getToken` rejected. Check `token-url` and, in a Content-Security-Policy,
   * `connect-src`; a host of another origin must list the page's own in `origins`.
   */
  | 'network'
  /**
   * The host did not answer within 15 seconds. Find out what it waits for. The request is retried.
   */
  | 'timeout'
  /** The browser is offline. The request is retried when the network is back. */
  | 'offline'
  /**
   * The host answered 403. Add the dashboard to `dashboards` in the answer of `resolve`, or the page's origin to
   * `origins`.
   */
  | 'forbidden'
  /**
   * The host answered 404. Check `token-url` and `dashboard-guid`, and that the dashboard may be
   * opened by API.
   */
  | 'not-found'
  /** The host answered 429. The request is retried, not before the host's `Retry-After`. */
  | 'rate-limited'
  /**
   * The host answered with a status from 500 on. See the host's log. The request is retried.
   */
  | 'server'
  /**
   * The answer is neither JSON nor text, is too long or cut off, or has a status without its own code. Check
   * that `token-url` names the host's token address.
   */
  | 'bad-response'
  /**
   * The answer contains no valid token. Answer with the text of GetToken, unchanged.
   */
  | 'bad-token'
  /**
   * The dashboard did not load within 30 seconds, or its page did not greet as the one on screen did. Open the
   * base address in this browser. The frame is retried.
   */
  | 'frame-timeout'
  /**
   * The page's Content-Security-Policy forbids the frame. Add the `frame-src` named in `message`.
   */
  | 'frame-blocked'
  /** The page is https and the dashboard service is not. Give the service an https address. */
  | 'mixed-content'
  /**
   * The logout did not reach the host. The frames are removed. Check `logout-url`, and end the session on the
   * server.
   */
  | 'logout-failed';

const DEFAULTS = {
  name: 'DashboardError',
  retryable: false,
  status: null,
  attempt: 1,
  retryAt: null,
};

/** The reason why a dashboard could not be shown, or why a session could not be ended. `message` is for developers. */
export class DashboardError extends Error {
  /** The kind of the failure. It is stable, for programs. */
  declare readonly code: DashboardErrorCode;
  /** Whether the same attempt may succeed later without a change. */
  declare readonly retryable: boolean;
  /** The HTTP status of the host's answer; `null` without an answer. */
  declare readonly status: number | null;
  /** The number of failed attempts in a row, from 1. */
  declare readonly attempt: number;
  /** The time of the next automatic attempt; `null` if there is none. */
  declare readonly retryAt: Date | null;

  constructor(
    code: DashboardErrorCode,
    message: string,
    { cause, ...fields }: Partial<DashboardError> = {},
  ) {
    super(message, { cause });
    Object.assign(this, { code, ...DEFAULTS, ...fields });
  }
}
