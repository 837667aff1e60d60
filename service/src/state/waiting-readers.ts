import type { QueryOwner } from '../database/database.ts';

/** The readers who wait for a page. Logout ends the waiting of its session. */
export class WaitingReaders {
  readonly #bySession = new Map<string, Set<AbortController>>();

  /** Runs `work` for a reader. The signal is aborted when the session ends meanwhile. */
  async wait<Result>(
    { companyId, sessionId }: QueryOwner,
    work: (ended: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const key = toKey(companyId, sessionId);
    const reader = new AbortController();
    const readers = this.#bySession.get(key) ?? new Set();
    this.#bySession.set(key, readers.add(reader));
    try {
      return await work(reader.signal);
    } finally {
      readers.delete(reader);
      if (readers.size === 0 && this.#bySession.get(key) === readers) this.#bySession.delete(key);
    }
  }

  /** Ends the waiting of a session. */
  end(companyId: number, sessionId: string): void {
    const key = toKey(companyId, sessionId);
    const readers = this.#bySession.get(key) ?? [];
    this.#bySession.delete(key);
    for (const reader of readers) reader.abort();
  }
}

function toKey(companyId: number, sessionId: string): string {
  return `${companyId} ${sessionId}`;
}
