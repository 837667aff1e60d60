import type { DashboardErrorEvent } from '../protocol/dashboard-error-event.ts';
import { DashboardEvent } from '../protocol/dashboard-event.ts';
import type { DashboardParameters } from '../protocol/dashboard-parameters.ts';
import type { DashboardSelectEvent } from '../protocol/dashboard-select-event.ts';

/** The cause of a session's end: the page requested it, another tab did, or the host no longer knew the session. */
export type LogoutReason = 'requested' | 'other-tab' | 'session-ended';

/**
 * A dashboard is on screen: the first time, after `reload()`, or after a change of its GUID, its parameters
 * or a display option.
 */
export class DashboardLoadEvent extends DashboardEvent {
  /** When the dashboard's token expires. */
  declare readonly expiresAt: Date;
  /** The reader's choice that the dashboard shows; `null` without any. */
  declare readonly parameters: DashboardParameters | null;

  constructor(expiresAt: Date, parameters: DashboardParameters | null) {
    super('dashboard-load', { expiresAt, parameters });
  }
}

/** The token's refresh point is reached: the renewal waits for a quiet moment from now on. Fires once per token. */
export class DashboardExpiringEvent extends DashboardEvent {
  /** When the dashboard's token expires. */
  declare readonly expiresAt: Date;
  /** When the renewal stops waiting for a quiet moment. */
  declare readonly deadline: Date;

  constructor(expiresAt: Date, deadline: Date) {
    super('dashboard-expiring', { expiresAt, deadline });
  }
}

/** The dashboard was replaced automatically: with a new token, with fresh data, or after expiry. */
export class DashboardRefreshedEvent extends DashboardEvent {
  /** When the dashboard's token expires. */
  declare readonly expiresAt: Date;

  constructor(expiresAt: Date) {
    super('dashboard-refreshed', { expiresAt });
  }
}

/** The token's life ended without a new one; the frame is already gone. */
export class DashboardExpiredEvent extends DashboardEvent {
  /** When the token expired. */
  declare readonly expiredAt: Date;

  constructor(expiredAt: Date) {
    super('dashboard-expired', { expiredAt });
  }
}

/** The session ended; the frame is already gone. */
export class DashboardLogoutEvent extends DashboardEvent {
  /** The cause: `logout()` on this page or in another tab, or a 401 or a redirect of the host. */
  declare readonly reason: LogoutReason;

  constructor(reason: LogoutReason) {
    super('dashboard-logout', { reason });
  }
}

/** The element's events by name, for typed listeners. */
export interface DashboardEventMap {
  'dashboard-load': DashboardLoadEvent;
  'dashboard-expiring': DashboardExpiringEvent;
  'dashboard-refreshed': DashboardRefreshedEvent;
  'dashboard-expired': DashboardExpiredEvent;
  'dashboard-logout': DashboardLogoutEvent;
  'dashboard-error': DashboardErrorEvent;
  'dashboard-select': DashboardSelectEvent;
}

declare global {
  /** Types the events for listeners on the element and, because the events bubble, on its ancestors. */
  interface GlobalEventHandlersEventMap extends DashboardEventMap {}
}
