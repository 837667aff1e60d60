import type { DashboardError } from '../protocol/dashboard-error.ts';
import { isSignedOut } from './failure.ts';

/** The current screen, in one word. */
export type DashboardStatus =
  | 'idle'
  | 'loading'
  | 'ready'
  | 'refreshing'
  | 'expired'
  | 'logged-out'
  | 'failed';

/**
 * The statuses that may follow each status. A dashboard that comes back is `loading` first, as at the
 * beginning. It is `refreshing` at once if another element has already requested the next token.
 */
export const TRANSITIONS: Record<DashboardStatus, readonly DashboardStatus[]> = {
  idle: ['loading', 'failed', 'logged-out'],
  loading: ['idle', 'ready', 'refreshing', 'expired', 'logged-out', 'failed'],
  ready: ['idle', 'loading', 'refreshing', 'expired', 'logged-out', 'failed'],
  refreshing: ['idle', 'loading', 'ready', 'expired', 'logged-out', 'failed'],
  expired: ['idle', 'loading', 'logged-out', 'failed'],
  'logged-out': ['idle', 'loading', 'failed'],
  failed: ['idle', 'loading', 'expired', 'logged-out'],
};

/** The number of failed attempts that a first load does not show: readers do not notice short outages. */
const PATIENCE = 2;

/** Whether readers see an error: it is permanent, or there were too many attempts. */
export function isLasting({ retryable, attempt }: DashboardError): boolean {
  return !retryable || attempt > PATIENCE;
}

/** The frames that a status follows from. */
export interface StatusFrames {
  /** The frame on screen. */
  readonly shown: object | null;
  /** The frame behind it. */
  readonly next: object | null;
  /** Whether a dashboard has expired since the last one was shown. */
  readonly hasExpired: boolean;
}

/**
 * Returns the status of an element that embeds a dashboard. `isAsking` says whether a token request is under
 * way. `error` is that of the last attempt; `null` after a success.
 */
export function toStatus(
  { shown, next, hasExpired }: StatusFrames,
  isAsking: boolean,
  error: DashboardError | null,
): DashboardStatus {
  if (shown) return next || isAsking ? 'refreshing' : 'ready';
  if (next) return 'loading';
  if (isSignedOut(error)) return 'logged-out';
  if (error && !error.retryable) return 'failed';
  if (hasExpired) return 'expired';
  return error && isLasting(error) ? 'failed' : 'loading';
}
