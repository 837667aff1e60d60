import { DatabaseError, toAborted, toClosed } from './database.ts';

/** Ends somebody's wait: with an error, or as the turn is theirs. */
type End = (error?: DatabaseError) => void;

/** Lets `size` work at once. The others wait in a queue, which they leave as soon as they give up. */
export class Turns {
  readonly #size: number;
  readonly #waitLimitMs: number | undefined;
  readonly #waiting = new Set<End>();
  #taken = 0;
  #closed = false;

  /** Without `waitLimitMs` there is no limit on waiting. */
  constructor(size: number, waitLimitMs?: number) {
    this.#size = size;
    this.#waitLimitMs = waitLimitMs;
  }

  /** Whether somebody works. */
  get areTaken(): boolean {
    return this.#taken > 0;
  }

  /**
   * Waits for a turn, which {@link giveBack} ends. Throws {@link DatabaseError}: `aborted` with `signal`,
   * `unavailable` at the limit, `closed` after {@link close}.
   */
  async take(signal?: AbortSignal): Promise<void> {
    if (this.#closed) throw toClosed();
    if (signal?.aborted) throw toAborted();
    if (this.#taken < this.#size) this.#taken += 1;
    else await this.#wait(signal);
  }

  /** Ends a turn; whoever has waited longest has the next. */
  giveBack(): void {
    const [next] = this.#waiting;
    if (next) next();
    else this.#taken -= 1;
  }

  /** Refuses whoever waits, and whoever comes. */
  close(): void {
    this.#closed = true;
    for (const end of this.#waiting) end(toClosed());
  }

  #wait(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const end: End = (error) => {
        this.#waiting.delete(end);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
        if (error) reject(error);
        else resolve();
      };
      const onAbort = (): void => end(toAborted());
      const onLimit = (): void =>
        end(new DatabaseError('unavailable', 'All connections are busy.'));
      const timer = this.#waitLimitMs ? setTimeout(onLimit, this.#waitLimitMs) : undefined;
      signal?.addEventListener('abort', onAbort);
      this.#waiting.add(end);
    });
  }
}
