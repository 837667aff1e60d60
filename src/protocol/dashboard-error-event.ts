import type { DashboardError } from './dashboard-error.ts';
import { DashboardEvent } from './dashboard-event.ts';

/** An attempt failed. Fires once for each failed attempt. */
export class DashboardErrorEvent extends DashboardEvent {
  /** The failure; its `message` says what to do about it. */
  declare readonly error: DashboardError;

  constructor(error: DashboardError) {
    super('dashboard-error', { error });
  }
}
