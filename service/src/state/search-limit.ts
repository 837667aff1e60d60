import type { QueryOwner } from '../database/database.ts';

/** The largest number of searches of a session in {@link WINDOW_MS}: more than a person types. */
const SEARCHES = 4;
const WINDOW_MS = 1000;

/** Limits the searches of each session in the lists of filters. */
export class SearchLimit {
  /** The times of the last searches by session, the latest session last. */
  readonly #times = new Map<string, number[]>();
  readonly #now: () => number;

  /** `now`: a clock in milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /** Counts a search. Returns whether it may run. */
  take({ companyId, sessionId }: QueryOwner): boolean {
    const now = this.#now();
    // A clock may be set back.
    const isRecent = (time: number): boolean => Math.abs(now - time) < WINDOW_MS;
    for (const [key, times] of this.#times) {
      if (times.some(isRecent)) break;
      this.#times.delete(key);
    }
    const key = `${companyId} ${sessionId}`;
    const recent = (this.#times.get(key) ?? []).filter(isRecent);
    if (recent.length >= SEARCHES) return false;
    this.#times.delete(key);
    this.#times.set(key, [...recent, now]);
    return true;
  }
}
