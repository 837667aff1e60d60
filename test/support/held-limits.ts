/** The shortest time limit of the host. A shorter time is a pause before a retry. */
const SHORTEST_LIMIT_MS = 1000;
/** The interval of the timers of `fetch` in Node. A shorter one would end its connections early. */
const FETCH_TICK_MS = 499;

/**
 * Replacements of `setTimeout` and `clearTimeout`. The host's limits end only with {@link end}, and its pauses are short,
 * so no result depends on the speed of the machine.
 */
export class HeldLimits {
  readonly #start = globalThis.setTimeout;
  readonly #clear = globalThis.clearTimeout;
  readonly #held = new Map<unknown, () => void>();

  readonly setTimeout = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    const timer = this.#start(run, ms === FETCH_TICK_MS ? ms : 0, ...args);
    if (ms < SHORTEST_LIMIT_MS) return timer;
    this.#clear(timer);
    this.#held.set(timer, () => run(...args));
    return timer;
  };

  readonly clearTimeout = (timer?: NodeJS.Timeout): void => {
    this.#held.delete(timer);
    this.#clear(timer);
  };

  /** Ends all limits that have not been cleared. */
  end(): void {
    for (const [timer, run] of this.#held) {
      this.#held.delete(timer);
      run();
    }
  }
}
