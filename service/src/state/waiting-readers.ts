import type { QueryOwner } from '../database/database.ts';

/** A reader who waits for a page. */
export interface WaitingReader {
  /** Aborted when the session ends meanwhile. */
  readonly ended: AbortSignal;
  /** Lets the reader wait on until a promise ends. It is never rejected. */
  waitOn: (end: Promise<void>) => void;
}

/** The readers who wait for a page. Logout ends the waiting of its session. */
export class WaitingReaders {
  readonly #bySession = new Map<string, Set<AbortController>>();

  /** Runs `work` for a reader, who waits until it ends, and until what it waits on. */
  async wait<Result>(
    { companyId, sessionId }: QueryOwner,
    work: (reader: WaitingReader) => Promise<Result>,
  ): Promise<Result> {
    const key = toKey(companyId, sessionId);
    const reader = new AbortController();
    const readers = this.#bySession.get(key) ?? new Set();
    this.#bySession.set(key, readers.add(reader));
    const leave = (): void => {
      readers.delete(reader);
      if (readers.size === 0 && this.#bySession.get(key) === readers) this.#bySession.delete(key);
    };
    let waiting = Promise.resolve();
    try {
      return await work({ ended: reader.signal, waitOn: (end) => void (waiting = end) });
    } finally {
      void waiting.then(leave);
    }
  }

  /** Ends the waiting of a session. */
  end(companyId: number, sessionId: string): void {
    this.#endOf(toKey(companyId, sessionId));
  }

  /** Ends the waiting of all sessions of a company. */
  endCompany(companyId: number): void {
    const start = toKey(companyId, '');
    for (const key of [...this.#bySession.keys()]) if (key.startsWith(start)) this.#endOf(key);
  }

  #endOf(key: string): void {
    const readers = this.#bySession.get(key) ?? [];
    this.#bySession.delete(key);
    for (const reader of readers) reader.abort();
  }
}

function toKey(companyId: number, sessionId: string): string {
  return `${companyId} ${sessionId}`;
}
