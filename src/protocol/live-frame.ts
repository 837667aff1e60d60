import type { DashboardError } from './dashboard-error.ts';
import type { toFilterQuery } from './dashboard-filters.ts';
import type { parseParameters } from './dashboard-parameters.ts';

/**
 * The phase of the page in a frame. There is none while it has said nothing, and after the end of the document that
 * spoke.
 * - `greeted`: it has greeted, and does not say when its picture is drawn.
 * - `drawing`: it has greeted, and will say so.
 * - `drawn`: its picture is on screen.
 * - `refused`: it shows a refusal in place of its dashboard.
 */
export type PagePhase = 'greeted' | 'drawing' | 'drawn' | 'refused';

/** The words of the page in a frame. The last ones replace the earlier ones. */
export interface PageNews {
  readonly phase: PagePhase | undefined;
  /** Whether a person works in it. */
  readonly isBusy: boolean;
  /** Whether it keeps what the reader has set over a swap. */
  readonly keepsState: boolean;
  /** Whether its successor gets a state, which replaces the first choices. If nobody knows, there is none. */
  readonly hasState?: boolean;
  /** `Infinity` if the module loads it again, with the newest state. */
  readonly loadedAt?: number;
}

/**
 * A frame of an element, for `embedded-dashboard/frame`. The module tells, and the element decides. The element fires
 * `move` at the `iframe` after each change of its frames.
 */
export interface LiveFrame {
  /** The members are equal for the same dashboard, parameters, first choices and way to ask. */
  readonly key: readonly unknown[];
  /** The rules for parameters, so that the module needs no copy. */
  readonly parseParameters: typeof parseParameters;
  /** The rules for first choices. */
  readonly toFilterQuery: typeof toFilterQuery;
  /**
   * Takes what its page says. `refusal`: the reason for the phase `refused`. It is the last one unless it is retryable. The
   * code `server` says that the service is unavailable.
   */
  hear(news: PageNews, refusal?: DashboardError): void;
}

declare global {
  /**
   * The frames of all elements of the page. All copies of the element and of the module share this list. Another shape
   * of its members needs another name: then copies of different versions ignore each other, and a page is silent.
   */
  var embeddedDashboardPages: Map<HTMLIFrameElement, LiveFrame> | undefined;
}
