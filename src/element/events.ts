import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { DashboardParameters } from '../protocol/dashboard-parameters.ts';

/** The cause of a session's end: the page requested it, another tab did, or the host no longer knew the session. */
export type LogoutReason = 'requested' | 'other-tab' | 'session-ended';

/** An event of the element. It bubbles, and crosses the shadow roots around the element. */
class DashboardEvent extends Event {
  /** `fields` become read-only properties, so that no listener can change them for the next one. */
  constructor(type: string, fields: object) {
    super(type, { bubbles: true, composed: true });
    for (const [name, value] of Object.entries(fields)) {
      Object.defineProperty(this, name, { value, enumerable: true });
    }
  }
}

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

/** The refresh point is reached, at 70 to 80 % of the token's life. Fires once per token. */
export class DashboardExpiringEvent extends DashboardEvent {
  /** When the dashboard's token expires. */
  declare readonly expiresAt: Date;
  /** When a renewal stops waiting for a quiet moment: at 90 % of the token's life. */
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

/** An attempt failed. Fires once for each failed attempt. */
export class DashboardErrorEvent extends DashboardEvent {
  /** The failure; its `message` says what to do about it. */
  declare readonly error: DashboardError;

  constructor(error: DashboardError) {
    super('dashboard-error', { error });
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
}

declare global {
  /** Types the events for listeners on the element and, because the events bubble, on its ancestors. */
  interface GlobalEventHandlersEventMap extends DashboardEventMap {}
}
