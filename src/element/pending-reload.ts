import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { LiveGrant } from './live-grant.ts';

/** The callers of `reload()` that wait for a dashboard with a new token. */
export class PendingReload {
  /** The callers, each with the token that it wants replaced. */
  readonly #callers = new Map<PromiseWithResolvers<void>, LiveGrant | null>();

  /** Resolves when a dashboard of another token than `stale` is on screen. */
  wait(stale: LiveGrant | null): Promise<void> {
    const caller = Promise.withResolvers<void>();
    this.#callers.set(caller, stale);
    return caller.promise;
  }

  /** Whether a caller wants this token replaced. */
  isStale(grant: LiveGrant): boolean {
    return [...this.#callers.values()].includes(grant);
  }

  /** Resolves the callers: a dashboard of this token is on screen. */
  resolve(grant: LiveGrant): void {
    for (const [caller, stale] of this.#callers) {
      if (grant !== stale && this.#callers.delete(caller)) caller.resolve();
    }
  }

  reject(error: DashboardError): void {
    for (const caller of this.#callers.keys()) caller.reject(error);
    this.#callers.clear();
  }
}
