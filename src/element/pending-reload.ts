import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { LiveGrant } from './live-grant.ts';

/** The callers of `reload()` that wait for a dashboard with a new token. */
export class PendingReload {
  #waiting: (PromiseWithResolvers<void> & { readonly staleGrant: LiveGrant | null }) | null = null;

  /** Resolves when a dashboard of another token than `staleGrant` is on screen. */
  wait(staleGrant: LiveGrant | null): Promise<void> {
    const waiting = this.#waiting ?? Promise.withResolvers<void>();
    this.#waiting = { ...waiting, staleGrant };
    return waiting.promise;
  }

  /** Resolves the callers: a dashboard of this token is on screen. */
  resolve(grant: LiveGrant): void {
    if (grant === this.#waiting?.staleGrant) return;
    this.#waiting?.resolve();
    this.#waiting = null;
  }

  reject(error: DashboardError): void {
    this.#waiting?.reject(error);
    this.#waiting = null;
  }
}
