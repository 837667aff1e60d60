import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { PagePhase } from '../protocol/live-frame.ts';
import { DashboardExpiredEvent, DashboardLoadEvent, DashboardRefreshedEvent } from './events.ts';
import type { LiveGrant } from './live-grant.ts';
import { toDate } from './page-clock.ts';
import { DRAWING_MS } from './refresh-policy.ts';

/** A frame with the token that it shows. A change of the frame is another record. */
export interface DashboardFrame {
  readonly iframe: HTMLIFrameElement;
  readonly grant: LiveGrant;
  /** Whether it shows the same dashboard as the frame on screen, with later data. */
  readonly isRefresh: boolean;
  /** The time at which it began to load. */
  readonly askedAt: number;
  /** The time of its `load`; `Infinity` before, and while its page loads again. */
  readonly loadedAt: number;
  /** The start of its refresh interval: the time at which it was shown, or at which its last refresh failed. */
  readonly since?: number;
  /** Whether the reader has worked in it: a swap would lose filters and the scroll position. */
  readonly isTouched?: boolean;
  /** The words of its page. */
  readonly phase?: PagePhase | undefined;
  readonly isBusy?: boolean;
  readonly keepsState?: boolean;
  readonly hasState?: boolean;
  /** Whether it replaced an earlier one without a request of the page or the reader. */
  readonly isAutomatic?: boolean;
}

/** The frames of an element. */
export interface Stack {
  /** The frame on screen; `expired` if a dashboard has expired since the last one was shown. */
  readonly screen: DashboardFrame | 'expired' | null;
  /** The frame behind it. */
  readonly next: DashboardFrame | null;
  /** The frame that was replaced last, until the one on screen has appeared. */
  readonly replaced: DashboardFrame | null;
}

/** The reader's use of the dashboard on screen. A swap would end `work` and `fullscreen`. */
export type Attention = 'none' | 'pointer' | 'work' | 'fullscreen';

/** Something that happened to a frame, for the element to act on. */
export type FrameChange = DashboardFrame &
  (
    | { readonly name: 'shown' | 'expired' }
    /** Its page refuses the token. */
    | { readonly name: 'refused' }
    /** It is already removed. */
    | { readonly name: 'failed'; readonly failure: DashboardError }
  );

/** The time from which a frame's picture counts as drawn, as far as its page says. */
export function drawnAt({ phase, loadedAt }: DashboardFrame): number {
  return phase === 'drawing' ? loadedAt + DRAWING_MS : 0;
}

/** The start of a frame's measures: the request of its token, or of the frame itself if it has an older token. */
export function startOf({ isRefresh, askedAt, grant }: DashboardFrame): number {
  return isRefresh ? askedAt : grant.askedAt;
}

/** Returns the event for a change of the dashboard on screen. */
export function toEvent({ name, grant, isAutomatic }: FrameChange): Event {
  const expiresAt = toDate(grant.expiresAt);
  if (name === 'expired') return new DashboardExpiredEvent(expiresAt);
  if (isAutomatic) return new DashboardRefreshedEvent(expiresAt);
  return new DashboardLoadEvent(expiresAt, grant.parameters);
}
