import { parseParameters } from '../protocol/dashboard-parameters.ts';
import type { LiveFrame } from '../protocol/live-frame.ts';
import { DashboardExpiredEvent, DashboardLoadEvent, DashboardRefreshedEvent } from './events.ts';
import type { Failure } from './failure.ts';
import type { LiveGrant } from './live-grant.ts';
import { now, toDate } from './page-clock.ts';
import { LEAST_PAUSE_MS } from './refresh-policy.ts';

/** A frame with the token that it shows. */
export interface DashboardFrame extends LiveFrame {
  readonly grant: LiveGrant;
  /** Whether it shows the same dashboard as the frame on screen, with later data. */
  readonly isRefresh: boolean;
  /** The time at which it began to load. */
  readonly askedAt: number;
  /** The start of its refresh interval: the time at which it was shown, or at which its last refresh failed. */
  since: number;
  /** Whether the reader has worked in it: a swap would lose filters and the scroll position. */
  isTouched: boolean;
  /** The change that comes once its picture is drawn. */
  shown?: FrameChange | undefined;
}

/** Something that happened to the frames, for the element to act on. */
export type FrameChange =
  /** `isAutomatic` says that it replaced an earlier one without a request of the page or the reader. */
  | { readonly name: 'shown'; readonly grant: LiveGrant; readonly isAutomatic: boolean }
  | { readonly name: 'expired'; readonly grant: LiveGrant }
  /** The frame is already removed. */
  | {
      readonly name: 'failed';
      readonly failure: Failure;
      readonly grant: LiveGrant;
      readonly isRefresh: boolean;
    };

/** Returns the record of a frame whose page has said nothing yet. */
export function toDashboardFrame(
  iframe: HTMLIFrameElement,
  grant: LiveGrant,
  own: Pick<DashboardFrame, 'isRefresh' | 'loadedAt' | 'update' | 'fail'>,
): DashboardFrame {
  return {
    iframe,
    grant,
    key: grant.key,
    askedAt: now(),
    since: Infinity,
    isTouched: false,
    parseParameters,
    renew() {
      grant.refreshAt = grant.deadline = grant.askedAt + LEAST_PAUSE_MS;
      own.update();
    },
    ...own,
  };
}

/** The start of a frame's measures: the request of its token, or of the frame itself if it has an older token. */
export function startOf({ isRefresh, askedAt, grant }: DashboardFrame): number {
  return isRefresh ? askedAt : grant.askedAt;
}

/** Returns the event for a change that is not a failure. */
export function toEvent(change: Exclude<FrameChange, { name: 'failed' }>): Event {
  const { grant } = change;
  const expiresAt = toDate(grant.expiresAt);
  if (change.name === 'expired') return new DashboardExpiredEvent(expiresAt);
  if (change.isAutomatic) return new DashboardRefreshedEvent(expiresAt);
  return new DashboardLoadEvent(expiresAt, grant.parameters);
}
