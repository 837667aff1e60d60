/** A task for later: a page's timer, or an event around the page. */
interface Task {
  readonly run: () => void;
  readonly isTimer: boolean;
  /** The share of {@link World.timersLateMs} by which the timer is late, from 0 to 1. */
  readonly lateness: number;
  dueAt: number;
}

/**
 * The time, timers and random numbers of one page. Time jumps from one task to the next. The same seed
 * gives the same world. Instants are in milliseconds of true time, which sleep does not stop.
 */
export class World {
  /** Returns the next random number from 0 to 1. */
  readonly random: () => number;
  /** The current maximum lateness of timers. */
  timersLateMs = 0;
  /** Called when time passes on an awake machine, before the task at its end runs. */
  onPass: (from: number, to: number) => void = () => {};
  readonly #beganAt: number;
  #at: number;
  /** The time that the monotonic clock has missed. */
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

  /** The number of pending timers. */
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

  /** Schedules a task that is not a timer of the page. */
  later(delayMs: number, run: () => void): void {
    this.#add(run, delayMs, false);
  }

  /** Returns an exponentially distributed random number. */
  around(mean: number): number {
    return -mean * Math.log(1 - this.random());
  }

  between(least: number, most: number): number {
    return least + this.random() * (most - least);
  }

  chance(probability: number): boolean {
    return this.random() < probability;
  }

  /** Lets time pass in which the page does nothing. `isStopped` stops its clocks except the wall clock. */
  sleep(ms: number, isStopped: boolean): void {
    this.#at += ms;
    if (!isStopped) return;
    this.#stoodStillMs += ms;
    for (const task of this.#tasks.values()) if (task.isTimer) task.dueAt += ms;
  }

  /** Runs the next task and its microtasks. Returns `false` if no task is due by `end`. */
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

  /** Finds the next task. There are only a handful, so a search is cheaper than a sorted list. */
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

/** Waits until all promises that can settle have settled. */
export function settled(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

/** The generator Mulberry32: small, fast, and good enough for this purpose. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}
