/** Everything that can go wrong around a dashboard; a closed list. */
export type DashboardErrorCode =
  | 'config'
  | 'network'
  | 'timeout'
  | 'offline'
  | 'forbidden'
  | 'not-found'
  | 'rate-limited'
  | 'server'
  | 'bad-response'
  | 'bad-token'
  | 'frame-timeout'
  | 'frame-blocked'
  | 'mixed-content'
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
