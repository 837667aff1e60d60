import type { DashboardError } from '../protocol/dashboard-error.ts';
import { toDate, type Times } from './page-clock.ts';
import { retryDelayMs } from './refresh-policy.ts';
import type { LiveGrant } from './token-session.ts';

/** Colors change in bursts while somebody drags through a color picker. */
const RESTYLE_MS = 100;

/**
 * Decides when the frame of an element is made again: after changed settings, or after a failure. The failure
 * of a frame concerns its element alone, even if others share the token.
 */
export class FrameRetry {
  /** Tokens with which no frame could be shown. */
  readonly #failed = new WeakSet<LiveGrant>();
  /** `error` is that of the last frame; `at` is when the frame is made again. */
  #next: { readonly error: DashboardError | null; readonly at: number } = {
    error: null,
    at: Infinity,
  };

  /** The error of the last frame, until a dashboard is shown. */
  get error(): DashboardError | null {
    return this.#next.error;
  }

  /** Whether no frame can be shown until somebody changes something. */
  get isGivenUp(): boolean {
    return this.error !== null && !this.error.retryable;
  }

  /** The time at which the frame is made again. A hidden page does not retry a failed frame: nobody waits for it. */
  get dueAt(): number {
    return this.error?.retryable && document.hidden ? Infinity : this.#next.at;
  }

  get times(): Times {
    return [this.dueAt];
  }

  /** Whether no frame could be shown with this token. */
  hasFailed(grant: LiveGrant): boolean {
    return this.#failed.has(grant);
  }

  /** Schedules a new frame, because the settings may have changed. */
  restyle(at: number): void {
    this.#next = { ...this.#next, at: at + RESTYLE_MS };
  }

  /** Records the failure of a frame. `failures` is the number of failed attempts before the first frame. */
  fail(error: DashboardError, grant: LiveGrant, failures: number, at: number): void {
    error.attempt = 1 + (this.error?.attempt ?? failures);
    const retryAt = error.retryable ? at + retryDelayMs(error.attempt) : Infinity;
    error.retryAt = error.retryable ? toDate(retryAt) : null;
    this.#next = { error, at: retryAt };
    this.#failed.add(grant);
  }

  /** Makes the next retry come soon after a wake: the network may be back, too. */
  wake(at: number): void {
    if (!this.error?.retryable) return;
    this.#next = { ...this.#next, at: Math.min(this.#next.at, at + retryDelayMs(1)) };
  }

  /** Records that the frame is being made. */
  begin(): void {
    this.#next = { ...this.#next, at: Infinity };
  }

  /** Forgets earlier failures: a dashboard was shown, or `reload()` starts over. */
  reset(): void {
    this.#next = { ...this.#next, error: null };
  }
}
