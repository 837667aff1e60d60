import type { DashboardError } from '../protocol/dashboard-error.ts';
import { toError, type Failure } from './failure.ts';
import type { LiveGrant } from './live-grant.ts';
import { toDate, type Times } from './page-clock.ts';
import { retryDelayMs } from './refresh-policy.ts';

/** Colors change in bursts while somebody drags through a color picker. */
const RESTYLE_MS = 100;

/**
 * Decides when the frame of an element is made again: after changed settings, or after a failure. The failure
 * of a frame concerns its element alone, even if others share the token.
 */
export class FrameRetry {
  #error: DashboardError | null = null;
  /** The time at which the frame is made again. */
  #at = Infinity;
  /** The token of the last frame that failed. */
  #failed: LiveGrant | null = null;

  /** The error of the last frame, until a dashboard is shown. */
  get error(): DashboardError | null {
    return this.#error;
  }

  /** Whether no frame can be shown until somebody changes something. */
  get isGivenUp(): boolean {
    return this.#error?.retryable === false;
  }

  /** The time at which the frame is made again. A hidden page does not retry a failed frame: nobody waits for it. */
  get dueAt(): number {
    return this.#error?.retryable && document.hidden ? Infinity : this.#at;
  }

  get times(): Times {
    return [this.dueAt];
  }

  /** Whether no frame could be shown with this token. */
  hasFailed(grant: LiveGrant): boolean {
    return grant === this.#failed;
  }

  /** Schedules a new frame, because the settings may have changed. */
  restyle(at: number): void {
    this.#at = at + RESTYLE_MS;
  }

  /** Records the failure of a frame. `failures` is the number of failed attempts before the first frame. */
  fail(failure: Failure, grant: LiveGrant, failures: number, at: number): DashboardError {
    const attempt = 1 + (this.#error?.attempt ?? failures);
    this.#at = failure.retryable ? at + retryDelayMs(attempt) : Infinity;
    this.#error = toError(failure, attempt, failure.retryable ? toDate(this.#at) : null);
    this.#failed = grant;
    return this.#error;
  }

  /** Makes the next retry come soon after a wake: the network may be back, too. */
  wake(at: number): void {
    if (this.#error?.retryable) this.#at = Math.min(this.#at, at + retryDelayMs(1));
  }

  /** Records that the frame is being made. */
  begin(): void {
    this.#at = Infinity;
  }

  /** Forgets earlier failures: a dashboard was shown, or `reload()` starts over. */
  reset(): void {
    this.#error = null;
  }
}
