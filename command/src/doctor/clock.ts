import { setTimeout as delay } from 'node:timers/promises';

/** The clock by which the doctor compares times, waits and limits its calls. */
export interface Clock {
  /** Returns the milliseconds since 1970. */
  now: () => number;
  /** Resolves after some milliseconds. Throws the reason of `signal` if that is aborted before. */
  wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Calls `onLimit` after some milliseconds, unless the returned function is called before. */
  limit: (ms: number, onLimit: () => void) => () => void;
}

/** Returns a clock that has `factor` times as much patience. Times and waits are those of `clock`. */
export function withPatience(clock: Clock, factor: number): Clock {
  return {
    now: () => clock.now(),
    wait: (ms, signal) => clock.wait(ms, signal),
    limit: (ms, onLimit) => clock.limit(ms * factor, onLimit),
  };
}

/** The clock of this machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async wait(ms, signal) {
    await delay(ms, undefined, { signal }).catch(() => signal?.throwIfAborted());
  },
  limit(ms, onLimit) {
    // A call keeps the process alive. Its limit must not.
    const timer = setTimeout(onLimit, ms).unref();
    return () => clearTimeout(timer);
  },
};
