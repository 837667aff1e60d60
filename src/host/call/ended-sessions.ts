import { TOTAL_LIMIT_MS } from '../http/time-limit.ts';

/**
 * The sessions that have ended, each as long as requests from before its end may be pending. Times are those of
 * `performance.now()`.
 */
export class EndedSessions {
  /** The time at which each session was ended, the oldest first. */
  readonly #endedAt = new Map<string, number>();

  /** The number of sessions in memory. */
  get size(): number {
    return this.#endedAt.size;
  }

  /** Notes the end of a session, and forgets the sessions that ended long ago. */
  add(sessionId: string): void {
    const now = performance.now();
    for (const [id, endedAt] of this.#endedAt) {
      if (now - endedAt < TOTAL_LIMIT_MS) break;
      this.#endedAt.delete(id);
    }
    // Insert a new entry, because the entries are in the order of their times.
    this.#endedAt.delete(sessionId);
    this.#endedAt.set(sessionId, now);
  }

  /** Whether a session has ended after `begunAt`. */
  hasEndedSince(sessionId: string, begunAt: number): boolean {
    return begunAt < (this.#endedAt.get(sessionId) ?? 0);
  }
}
