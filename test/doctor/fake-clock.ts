import type { Clock } from '../../command/src/doctor/clock.ts';

/** A clock that only waits and {@link advance} move, so no limit depends on the speed of the machine. */
export class FakeClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  readonly #limits = new Map<() => void, number>();

  readonly now = (): number => this.#now;

  /** Advances the clock immediately. */
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    this.advance(ms);
  }

  limit(ms: number, onLimit: () => void): () => void {
    this.#limits.set(onLimit, this.#now + ms);
    return () => this.#limits.delete(onLimit);
  }

  /** Ends the limits of the next milliseconds. */
  advance(ms: number): void {
    this.#now += ms;
    for (const [onLimit, endsAt] of this.#limits) {
      if (endsAt > this.#now) continue;
      this.#limits.delete(onLimit);
      onLimit();
    }
  }
}
