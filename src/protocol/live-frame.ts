import type { DashboardErrorCode } from './dashboard-error.ts';
import type { parseParameters } from './dashboard-parameters.ts';

/**
 * A frame of an element, as `embedded-dashboard/frame` reads and steers it. The names stay the same in all files, so
 * that each copy of the element works with each copy of the module.
 */
export interface LiveFrame {
  readonly iframe: HTMLIFrameElement;
  /** The source of its token. Its members are equal for the same dashboard, parameters and way to ask. */
  readonly key: readonly unknown[];
  /** The time of its `load`; `Infinity` before, and while its page loads again. */
  loadedAt: number;
  /** Whether a page in it has greeted. Its successor must greet as well before it is shown. */
  hasGreeted?: boolean;
  /** Whether its picture is drawn; `undefined` if the page does not say so. Then the element waits after `load`. */
  isReady?: boolean | undefined;
  /** Whether a person works in its page. */
  isBusy?: boolean;
  /** Whether its page shows a refusal in place of the dashboard. It goes with the next frame that fails. */
  isRefused?: boolean;
  /** Whether its page keeps what the reader has set over a swap. */
  keepsState?: boolean;
  /** Called after the element has changed its frames. */
  onMove?: (isShown: boolean) => void;
  /** Acts on changed fields. */
  update(): void;
  /** Asks for a new token, as soon as the last request is 30 seconds old. */
  renew(): void;
  /** The rules for parameters, so that the module needs no copy. */
  readonly parseParameters: typeof parseParameters;
  /** Removes the frame after a failed attempt. Without `retryable` it is the last one. */
  fail(code: DashboardErrorCode, message: string, retryable: boolean): void;
}

declare global {
  /** The frames of all elements of the page. */
  var embeddedDashboardFrames: Set<LiveFrame> | undefined;
}
