import type { Database } from '../database/database.ts';
import type { Report } from '../telemetry/events.ts';

const COMPARE_INTERVAL_MS = 60_000;
/** The difference that is said, in milliseconds. */
const NOTICED_MS = 30_000;
/** A computer whose date moves by more than its time passes was set, or has slept. In milliseconds. */
const SET_MS = 1000;

/** Counts milliseconds, also while the computer's clock is set. Tests replace the function later. */
const count = performance.now.bind(performance);

/**
 * The time that the processes of a service share: that of the state database. Their own clocks may be wrong, and would end
 * the tokens of the others.
 */
export class DatabaseClock {
  readonly #state: Database;
  readonly #own: () => number;
  readonly #report: Report;
  /** How far the database's clock is ahead of that of this process, in milliseconds. */
  #ahead = 0;
  /** The time of this process when {@link count} was 0: at the last comparison, and when a set clock was noticed last. */
  #compared = toBeginning();
  #noticed = this.#compared;
  #hasWarned = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `own`: the clock of this process, or simulated time. `report` gets a line about a clock that is wrong. */
  constructor(state: Database, own: () => number, report: Report) {
    this.#state = state;
    this.#own = own;
    this.#report = report;
  }

  /** Returns the time in milliseconds, as the last comparison has it. The computer's clock may be set meanwhile. */
  readonly now = (): number => {
    const beginning = toBeginning();
    if (this.#timer && Math.abs(beginning - this.#noticed) > SET_MS) {
      this.#noticed = beginning;
      // A computer that has slept looks the same, and has counted too little. The next comparison tries again.
      void this.compare().catch(() => {});
    }
    return this.#own() + this.#toAhead(beginning);
  };

  /** Compares the clocks now and every minute, until {@link stop}. */
  async start(): Promise<void> {
    // The next comparison tries again.
    this.#timer = setInterval(() => void this.compare().catch(() => {}), COMPARE_INTERVAL_MS);
    await this.compare();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Compares the clocks. The difference that is known stays if the time of the question explains the rest. */
  async compare(): Promise<void> {
    const begun = count();
    const [row] = await this.#state.query(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS at',
    );
    const at = Number(row?.at);
    const [after, took] = [Date.now(), count() - begun];
    const beginning = toBeginning();
    const known = this.#toAhead(beginning);
    this.#ahead = Math.min(Math.max(known, at - after), Math.ceil(at - after + took));
    this.#compared = beginning;
    const ahead = this.#ahead;
    if (Math.abs(ahead) <= NOTICED_MS || this.#hasWarned) return;
    this.#hasWarned = true;
    const seconds = Math.round(Math.abs(ahead) / 1000);
    const side = ahead > 0 ? 'behind' : 'ahead of';
    const text = `The clock of this process is ${seconds} s ${side} the database's clock. The database's clock counts. Set the clock of this computer.`;
    this.#report({ kind: 'notice', level: 'warn', text });
  }

  /** Returns how far the database's clock is ahead. A clock that was set since the last comparison does not change its time. */
  #toAhead(beginning: number): number {
    const setBy = beginning - this.#compared;
    return Math.abs(setBy) > SET_MS ? this.#ahead - Math.round(setBy) : this.#ahead;
  }
}

/** Returns the time of this process when {@link count} was 0. */
function toBeginning(): number {
  return Date.now() - count();
}
