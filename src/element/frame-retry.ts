import type { DashboardError } from '../protocol/dashboard-error.ts';
import { toDate, type Times } from './page-clock.ts';
import { retryDelayMs } from './refresh-policy.ts';
import type { LiveGrant } from './token-session.ts';

/** Colors change in bursts while somebody drags through a color picker. */
const RESTYLE_MS = 100;

/**
 * When the frame of an element is made again: with changed settings, or after a failure. The failure
 * of a frame concerns its element alone, even if others share the token.
 */
export class FrameRetry {
  /** Tokens that no frame could be shown with. */
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

  /** Whether no frame can be shown before somebody changes something. */
  get isGivenUp(): boolean {
    return this.error !== null && !this.error.retryable;
  }

  /** When the frame is made again. Nobody waits for a failed one in a hidden page. */
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

  /** The settings of the frame may have changed. */
  restyle(at: number): void {
    this.#next = { ...this.#next, at: at + RESTYLE_MS };
  }

  /** A frame has failed; `failures` is the number of failed attempts before the first frame. */
  fail(error: DashboardError, grant: LiveGrant, failures: number, at: number): void {
    error.attempt = 1 + (this.error?.attempt ?? failures);
    const retryAt = error.retryable ? at + retryDelayMs(error.attempt) : Infinity;
    error.retryAt = error.retryable ? toDate(retryAt) : null;
    this.#next = { error, at: retryAt };
    this.#failed.add(grant);
  }

  /** The page is back: the network may be, too, so the next retry comes soon. */
  wake(at: number): void {
    if (!this.error?.retryable) return;
    this.#next = { ...this.#next, at: Math.min(this.#next.at, at + retryDelayMs(1)) };
  }

  /** The frame is being made. */
  begin(): void {
    this.#next = { ...this.#next, at: Infinity };
  }

  /** A dashboard was shown, or `reload()` starts over: earlier failures no longer count. */
  reset(): void {
    this.#next = { ...this.#next, error: null };
  }
}
