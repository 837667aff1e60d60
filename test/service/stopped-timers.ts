import { afterEach, beforeEach, vi } from 'vitest';

/**
 * Stops the timers of a file's tests, which set them forward. Those without a delay run: the HTTP server waits for one before
 * it sends a piece of an answer.
 */
export function useStoppedTimers(): void {
  let running: NodeJS.Immediate;

  function runDue(): void {
    vi.advanceTimersByTime(0);
    running = setImmediate(runDue);
  }

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    runDue();
  });

  afterEach(() => {
    clearImmediate(running);
    vi.useRealTimers();
  });
}
