/** Everything that can go wrong around a dashboard; a closed list. */
export type DashboardErrorCode =
  /**
   * A setting is missing or malformed. Mend the one that `message` names; after a value that is no
   * colour the dashboard shows all the same.
   */
  | 'config'
  /**
   * A host address could not be reached, or `getToken` rejected. Check `token-url` and, in a Content-Security-Policy,
   * `connect-src`; a host of another origin must list the page's own in `origins`.
   */
  | 'network'
  /**
   * The host did not answer within 15 seconds. See what it waits for; the next try comes by
   * itself.
   */
  | 'timeout'
  /** The browser is offline. Nothing is to be done: the next try comes with the network. */
  | 'offline'
  /**
   * The host answered 403. Add the dashboard to what `resolve` lets this user see, or the page's
   * origin to `origins`.
   */
  | 'forbidden'
  /**
   * The host answered 404. Check `token-url` and `dashboard-guid`, and that the dashboard may be
   * opened by API.
   */
  | 'not-found'
  /** The host answered 429. The next try comes by itself, not before its `Retry-After`. */
  | 'rate-limited'
  /**
   * The host answered with a status from 500 on. See the host's log; the next try comes by itself.
   */
  | 'server'
  /**
   * The answer is neither JSON nor text, too long or cut off, or has a status of no other code.
   * Check that `token-url` names the host's token address.
   */
  | 'bad-response'
  /**
   * The answer holds no token that may stand in an address. Answer with what GetToken gave, as it
   * is.
   */
  | 'bad-token'
  /**
   * The dashboard did not load within 30 seconds. Open the base address in this browser; the next
   * try comes by itself.
   */
  | 'frame-timeout'
  /**
   * The page's Content-Security-Policy forbids the frame. Add the `frame-src` that `message`
   * names.
   */
  | 'frame-blocked'
  /** The page is https and the dashboard service is not. Give the service an https address. */
  | 'mixed-content'
  /**
   * The host could not be told of a logout; the frames are gone all the same. Check `logout-url`,
   * and end the session on the server.
   */
  | 'logout-failed';

/** Why no dashboard could be shown, or a session not be ended; `message` says what to do about it. */
export class DashboardError extends Error {
  /** What went wrong; stable, for programs. */
  declare readonly code: DashboardErrorCode;
  /** Whether the same attempt may succeed later without anything being changed. */
  declare readonly retryable: boolean;
  /** The HTTP status of the host's answer; `null` where there was none. */
  declare readonly status: number | null;
  /** Which failed attempt in a row this is, from 1. */
  attempt = 1;
  /** When the next try comes by itself; `null` where none does. */
  retryAt: Date | null = null;

  constructor(
    code: DashboardErrorCode,
    message: string,
    retryable = false,
    status: number | null = null,
  ) {
    super(message);
    this.name = 'DashboardError';
    this.code = code;
    this.retryable = retryable;
    this.status = status;
  }
}
