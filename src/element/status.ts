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

/** Failed attempts of a first load before the element says so: short outages pass unnoticed. */
const PATIENCE = 2;

/** The facts that a status follows from, as long as an element embeds a dashboard. */
export interface StatusFacts {
  /** The reader sees nothing yet, a dashboard, or nothing any more. */
  readonly screen: 'empty' | 'dashboard' | 'expired';
  /** Whether a frame is being loaded behind the screen. */
  readonly isPreparing: boolean;
  /** Whether a token request is under way. */
  readonly isAsking: boolean;
  /** The error of the last attempt; `null` after a success. */
  readonly error: DashboardError | null;
}

/** The status of an element that embeds a dashboard. */
export function toStatus({ screen, isPreparing, isAsking, error }: StatusFacts): DashboardStatus {
  if (screen === 'dashboard') return isPreparing || isAsking ? 'refreshing' : 'ready';
  if (isPreparing) return 'loading';
  if (isSignedOut(error)) return 'logged-out';
  if (error && !error.retryable) return 'failed';
  if (screen === 'expired') return 'expired';
  return error && error.attempt > PATIENCE ? 'failed' : 'loading';
}
