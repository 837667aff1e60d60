import type { DashboardError } from '../protocol/dashboard-error.ts';

/** Why a session ended: the page asked for it, another tab did, or the host no longer knew it. */
export type LogoutReason = 'requested' | 'other-tab' | 'session-ended';

/** An event of the element: it bubbles, and leaves shadow trees around the element. */
class DashboardEvent extends Event {
  constructor(type: string) {
    super(type, { bubbles: true, composed: true });
  }
}

/**
 * A dashboard is on screen: the first time, after `reload()`, or after a changed GUID or display
 * option.
 */
export class DashboardLoadEvent extends DashboardEvent {
  readonly #expiresAt: Date;

  constructor(expiresAt: Date) {
    super('dashboard-load');
    this.#expiresAt = expiresAt;
  }

  /** When the dashboard's token expires. */
  get expiresAt(): Date {
    return this.#expiresAt;
  }
}

/** The refresh point is reached, at 70 to 80 % of the token's life; fired once per token. */
export class DashboardExpiringEvent extends DashboardEvent {
  readonly #expiresAt: Date;
  readonly #deadline: Date;

  constructor(expiresAt: Date, deadline: Date) {
    super('dashboard-expiring');
    this.#expiresAt = expiresAt;
    this.#deadline = deadline;
  }

  /** When the dashboard's token expires. */
  get expiresAt(): Date {
    return this.#expiresAt;
  }

  /** When a renewal stops waiting for a quiet moment: at 90 % of the token's life. */
  get deadline(): Date {
    return this.#deadline;
  }
}

/** A dashboard with a new token has replaced the old one, or has come back after expiry. */
export class DashboardRefreshedEvent extends DashboardEvent {
  readonly #expiresAt: Date;

  constructor(expiresAt: Date) {
    super('dashboard-refreshed');
    this.#expiresAt = expiresAt;
  }

  /** When the new token expires. */
  get expiresAt(): Date {
    return this.#expiresAt;
  }
}

/** The token's life ended without a new one; the frame is already gone. */
export class DashboardExpiredEvent extends DashboardEvent {
  readonly #expiredAt: Date;

  constructor(expiredAt: Date) {
    super('dashboard-expired');
    this.#expiredAt = expiredAt;
  }

  /** When the token expired. */
  get expiredAt(): Date {
    return this.#expiredAt;
  }
}

/** The session ended; the frame is already gone. */
export class DashboardLogoutEvent extends DashboardEvent {
  readonly #reason: LogoutReason;

  constructor(reason: LogoutReason) {
    super('dashboard-logout');
    this.#reason = reason;
  }

  /** The cause: `logout()` on this page or in another tab, or a 401 or a redirect of the host. */
  get reason(): LogoutReason {
    return this.#reason;
  }
}

/** Something failed; fired once for each failed attempt. */
export class DashboardErrorEvent extends DashboardEvent {
  readonly #error: DashboardError;

  constructor(error: DashboardError) {
    super('dashboard-error');
    this.#error = error;
  }

  /** The failure; its `message` says what to do about it. */
  get error(): DashboardError {
    return this.#error;
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
  /** The events bubble: listeners on the element or above it know the fields of the events. */
  interface GlobalEventHandlersEventMap extends DashboardEventMap {}
}
