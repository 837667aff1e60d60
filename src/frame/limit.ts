/** Allows an event at most so many times within a period. */
export class Limit {
  readonly #most: number;
  readonly #ms: number;
  /** The times of the allowed events. */
  readonly #times: number[] = [];

  constructor(most: number, ms: number) {
    this.#most = most;
    this.#ms = ms;
  }

  /** The number of allowed events within the last period. */
  get count(): number {
    const from = performance.now() - this.#ms;
    while (this.#times[0]! < from) this.#times.shift();
    return this.#times.length;
  }

  /** Counts an event now. Returns `false` if it is one too many, and does not count. */
  allows(): boolean {
    return this.count < this.#most && this.#times.push(performance.now()) > 0;
  }

  /** Forgets all events. */
  reset(): void {
    this.#times.length = 0;
  }
}
