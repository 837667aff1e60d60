import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { LiveGrant } from './token-session.ts';

interface Waiting extends PromiseWithResolvers<void> {
  /** The token that was there before: its dashboard is not what the callers wait for. */
  readonly staleGrant: LiveGrant | null;
}

/** The callers of `reload()` who wait for a dashboard with a new token. */
export class PendingReload {
  #waiting: Waiting | null = null;

  /** Waits for a dashboard with another token than this one. */
  async begin(staleGrant: LiveGrant | null): Promise<void> {
    const resolvers = this.#waiting ?? Promise.withResolvers<void>();
    this.#waiting = { ...resolvers, staleGrant };
    await resolvers.promise;
  }

  /** A dashboard was shown with this token. */
  resolve(grant: LiveGrant): void {
    if (grant === this.#waiting?.staleGrant) return;
    this.#waiting?.resolve();
    this.#waiting = null;
  }

  /** An attempt has failed. */
  reject(error: DashboardError): void {
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}
