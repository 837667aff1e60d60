/** An outage is over when nothing has failed for this time after a success, in milliseconds. */
const SETTLED_MS = 10_000;
/** The largest number of outages at a time. Nobody would read more, and each takes memory. */
const MOST = 100;

/** A database that cannot be used now. */
interface Outage {
  beganAt: number;
  /** The number of calls or queries that have failed. */
  count: number;
  /** The codes of the failures: a refused login says more than the lost connection before it. */
  codes: Set<string>;
  /** Runs from the first success after the last failure. */
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** An outage that is over. */
export interface PastOutage {
  /** From the first failure to the first success after the last one, in milliseconds. */
  ms: number;
  count: number;
}

/**
 * The databases that cannot be used now. An outage has one end, and one line for each kind of failure, however many
 * queries fail.
 */
export class Outages {
  readonly #outages = new Map<string, Outage>();

  /** Notes that a database cannot be used. Returns whether that is news: an outage begins, or fails in another way. */
  noteFailure(database: string, code: string): boolean {
    const outage = this.#outages.get(database) ?? this.#begin(database);
    if (!outage) return false;
    clearTimeout(outage.timer);
    outage.timer = undefined;
    if (outage.codes.has(code)) return false;
    outage.codes.add(code);
    return true;
  }

  #begin(database: string): Outage | undefined {
    if (this.#outages.size === MOST) return undefined;
    const outage = {
      beganAt: performance.now(),
      count: 0,
      codes: new Set<string>(),
      timer: undefined,
    };
    this.#outages.set(database, outage);
    return outage;
  }

  /** Counts a call or a query that has failed because of an outage. */
  count(database: string): void {
    const outage = this.#outages.get(database);
    if (outage) outage.count += 1;
  }

  /** Notes that a database can be used. `onEnd` is called if an outage is over. */
  noteSuccess(database: string, onEnd: (past: PastOutage) => void): void {
    const outage = this.#outages.get(database);
    if (!outage || outage.timer) return;
    const ms = performance.now() - outage.beganAt;
    outage.timer = setTimeout(() => {
      this.#outages.delete(database);
      onEnd({ ms, count: outage.count });
    }, SETTLED_MS);
    // A process that ends does not wait for this line. Browsers have no such timers.
    (outage.timer as { unref?: () => void }).unref?.();
  }
}
