import type { DashboardError } from '../protocol/dashboard-error.ts';

/** The current screen, in one word. */
export type DashboardStatus =
  | 'idle'
  | 'loading'
  | 'ready'
  | 'refreshing'
  | 'expired'
  | 'logged-out'
  | 'failed';

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
 * Returns the status of an element that embeds a dashboard. `trouble` is the error of the last attempt, or
 * `signed-out` if the host no longer knows the user; `null` after a success. `isPending` says whether another
 * dashboard is requested.
 */
export function toStatus(
  { shown, next, hasExpired }: StatusFrames,
  trouble: DashboardError | 'signed-out' | null,
  isPending: boolean,
): DashboardStatus {
  if (shown) return next || isPending ? 'refreshing' : 'ready';
  if (next) return 'loading';
  if (trouble === 'signed-out') return 'logged-out';
  if (trouble && !trouble.retryable) return 'failed';
  if (hasExpired) return 'expired';
  return trouble && isLasting(trouble) ? 'failed' : 'loading';
}
