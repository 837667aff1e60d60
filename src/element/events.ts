import type { DashboardError } from '../protocol/dashboard-error.ts';

/** Why a session ended: the page asked for it, another tab did, or the host no longer knew it. */
export type LogoutReason = 'requested' | 'other-tab' | 'session-ended';

class DashboardEvent extends Event {
  constructor(type: string, fields: object) {
    super(type, { bubbles: true, composed: true });
    Object.assign(this, fields);
  }
}

/** A dashboard is on screen: the first time, after `reload()`, or after a changed GUID or look. */
export class DashboardLoadEvent extends DashboardEvent {
  /** When the dashboard's token ends. */
  declare readonly expiresAt: Date;

  constructor(expiresAt: Date) {
    super('dashboard-load', { expiresAt });
  }
}

/** The refresh point is reached, at 70 to 80 % of the token's life; comes once per token. */
export class DashboardExpiringEvent extends DashboardEvent {
  /** When the dashboard's token ends. */
  declare readonly expiresAt: Date;
  /** From when on a renewal waits no longer for a quiet moment: 90 % of the token's life. */
  declare readonly deadline: Date;

  constructor(expiresAt: Date, deadline: Date) {
    super('dashboard-expiring', { expiresAt, deadline });
  }
}

/** A dashboard with a new token has replaced the old one, or has come back after expiry. */
export class DashboardRefreshedEvent extends DashboardEvent {
  /** When the new token ends. */
  declare readonly expiresAt: Date;

  constructor(expiresAt: Date) {
    super('dashboard-refreshed', { expiresAt });
  }
}

/** The token's life ended with no new one; the frame is already gone. */
export class DashboardExpiredEvent extends DashboardEvent {
  /** When the token ended. */
  declare readonly expiredAt: Date;

  constructor(expiredAt: Date) {
    super('dashboard-expired', { expiredAt });
  }
}

/** The session ended; the frame is already gone. */
export class DashboardLogoutEvent extends DashboardEvent {
  /** Who ended it: `logout()` on this page, or in another tab, or the host by a 401 or a redirect. */
  declare readonly reason: LogoutReason;

  constructor(reason: LogoutReason) {
    super('dashboard-logout', { reason });
  }
}

/** Something failed; comes once for each failed attempt. */
export class DashboardErrorEvent extends DashboardEvent {
  /** What failed; its `message` says what to do about it. */
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
  /** They bubble: whoever listens for them, on the element or above it, knows their fields. */
  interface GlobalEventHandlersEventMap extends DashboardEventMap {}
}
