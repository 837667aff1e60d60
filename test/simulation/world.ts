/** Something that happens later: a page's timer, or anything around the page. */
interface Task {
  readonly run: () => void;
  readonly isTimer: boolean;
  /** From 0 to 1: how much of the lateness that the browser allows itself. */
  readonly lateness: number;
  dueAt: number;
}

/**
 * Time, timers and chance of one page: time stands still until the next thing happens. The same seed
 * gives the same world. Instants are in milliseconds of true time, which no sleep stops.
 */
export class World {
  /** A number from 0 to 1, and each time another one. */
  readonly random: () => number;
  /** By how much the browser lets timers be late now. */
  timersLateMs = 0;
  /** Hears of time that passes on an awake machine, before what happens at its end. */
  onPass: (from: number, to: number) => void = () => {};
  readonly #beganAt: number;
  #at: number;
  /** What the monotonic clock has missed. */
  #stoodStillMs = 0;
  readonly #tasks = new Map<number, Task>();
  #lastId = 0;

  constructor(seed: number, at: number) {
    this.random = createRandom(seed);
    this.#beganAt = this.#at = at;
  }

  get at(): number {
    return this.#at;
  }

  /** How many timers are set. */
  get timers(): number {
    let count = 0;
    for (const { isTimer } of this.#tasks.values()) if (isTimer) count++;
    return count;
  }

  /** The monotonic clock, which some machines stop while they sleep. */
  get monotonicAt(): number {
    return this.#at - this.#beganAt - this.#stoodStillMs;
  }

  setTimer(run: () => void, delayMs = 0): number {
    return this.#add(run, delayMs, true);
  }

  clearTimer(id: number | undefined): void {
    this.#tasks.delete(id!);
  }

  /** Around the page something happens after a while. */
  later(delayMs: number, run: () => void): void {
    this.#add(run, delayMs, false);
  }

  /** An exponentially distributed number. */
  around(mean: number): number {
    return -mean * Math.log(1 - this.random());
  }

  between(least: number, most: number): number {
    return least + this.random() * (most - least);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Time in which the page does nothing; with `isStopped` its clocks but the wall clock stand. */
  sleep(ms: number, isStopped: boolean): void {
    this.#at += ms;
    if (!isStopped) return;
    this.#stoodStillMs += ms;
    for (const task of this.#tasks.values()) if (task.isTimer) task.dueAt += ms;
  }

  /** Lets the next thing happen, with all that follows at once; `false` where it is past `end`. */
  async step(end: number): Promise<boolean> {
    const [id, dueAt] = this.#next();
    const at = Math.max(this.#at, Math.min(dueAt, end));
    this.onPass(this.#at, at);
    this.#at = at;
    const task = dueAt <= end && this.#tasks.get(id);
    if (!task) return false;
    this.#tasks.delete(id);
    task.run();
    await settled();
    return true;
  }

  #add(run: () => void, delayMs: number, isTimer: boolean): number {
    const id = ++this.#lastId;
    const lateness = isTimer ? this.random() : 0;
    this.#tasks.set(id, { run, isTimer, lateness, dueAt: this.#at + delayMs });
    return id;
  }

  /** There are never more than a handful: cheaper to look through than to keep in order. */
  #next(): [id: number, dueAt: number] {
    let next = 0;
    let nextAt = Infinity;
    for (const [id, { dueAt, lateness }] of this.#tasks) {
      const at = dueAt + lateness * this.timersLateMs;
      if (at >= nextAt) continue;
      next = id;
      nextAt = at;
    }
    return [next, nextAt];
  }
}

/** All promises that can be settled are. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** Mulberry32: small, quick, and good enough for this. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
