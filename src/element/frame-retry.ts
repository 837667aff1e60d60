import type { DashboardError } from '../protocol/dashboard-error.ts';
import { toError, type Failure } from './failure.ts';
import type { LiveGrant } from './live-grant.ts';
import { toDate, type Times } from './page-clock.ts';
import { LEAST_PAUSE_MS, retryDelayMs } from './refresh-policy.ts';

/** Colors change in bursts while somebody drags through a color picker. */
const RESTYLE_MS = 100;

/**
 * Decides when the frame of an element is made again: after changed settings, or after a failure. The failure
 * of a frame concerns its element alone, even if others share the token.
 */
export class FrameRetry {
  /** The last frame that failed: its error, and its token. Forgotten when a dashboard is shown. */
  #failed: {
    readonly error: DashboardError;
    readonly grant: LiveGrant;
    readonly isRefresh: boolean;
  } | null = null;
  /** The time at which the frame is made again. */
  #at = Infinity;

  get error(): DashboardError | null {
    return this.#failed?.error ?? null;
  }

  /** Whether no frame can be shown until somebody changes something. */
  get isGivenUp(): boolean {
    return this.error?.retryable === false;
  }

  /** The time at which the frame is made again. A hidden page does not retry a failed frame: nobody waits for it. */
  get dueAt(): number {
    return this.error?.retryable && document.hidden ? Infinity : this.#at;
  }

  get times(): Times {
    return [this.dueAt];
  }

  /** Whether no frame could be shown with this token. */
  hasFailed(grant: LiveGrant): boolean {
    return grant === this.#failed?.grant;
  }

  /** Schedules a new frame, because the settings may have changed. */
  restyle(at: number): void {
    this.#at = at + RESTYLE_MS;
  }

  /** Records the failure of a frame. If it was a refresh, the next one comes at `refreshAt`. */
  fail(failure: Failure, grant: LiveGrant, at: number, refreshAt?: number): DashboardError {
    const attempt = 1 + (this.error?.attempt ?? grant.failures ?? 0);
    const retryAt = failure.retryable ? (refreshAt ?? toRetryAt(at, attempt, grant)) : Infinity;
    const isRefresh = refreshAt !== undefined;
    this.#at = isRefresh ? Infinity : retryAt;
    const error = toError(failure, attempt, retryAt < Infinity ? toDate(retryAt) : null);
    this.#failed = { error, grant, isRefresh };
    return error;
  }

  /** Makes the next retry come soon after a wake: the network may be back, too. A refresh keeps its interval. */
  wake(at: number): void {
    if (!this.#failed?.error.retryable || this.#failed.isRefresh) return;
    this.#at = Math.min(this.#at, toRetryAt(at, 1, this.#failed.grant));
  }

  /** Records that the frame is being made. */
  begin(): void {
    this.#at = Infinity;
  }

  /** Forgets earlier failures: a dashboard was shown, or `reload()` starts over. */
  reset(): void {
    this.#failed = null;
  }
}

/** The time of the next attempt. It requests a new token if this one has opened no dashboard. */
function toRetryAt(at: number, attempt: number, { failures, askedAt }: LiveGrant): number {
  const requestAt = failures === null ? 0 : askedAt + LEAST_PAUSE_MS;
  return Math.max(requestAt, at + retryDelayMs(attempt));
}
