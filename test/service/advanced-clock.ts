import { afterAll, beforeAll, vi } from 'vitest';

/** The clock of a service, which the tests of a file set forward. */
export class AdvancedClock {
  #aheadMs = 0;

  constructor() {
    beforeAll(() => {
      // The ages of kept results do not depend on the computer's date.
      const now = performance.now.bind(performance);
      vi.spyOn(performance, 'now').mockImplementation(() => now() + this.#aheadMs);
    });
    afterAll(() => vi.mocked(performance.now).mockRestore());
  }

  readonly now = (): number => Date.now() + this.#aheadMs;

  advance(ms: number): void {
    this.#aheadMs += ms;
  }
}
