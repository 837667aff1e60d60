import type { Database } from '../database/database.ts';
import type { Report } from '../telemetry/events.ts';

/** The clock of a computer may be set at any time. */
const COMPARE_INTERVAL_MS = 60_000;
/** The difference that is said, in milliseconds. */
const NOTICED_MS = 30_000;

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
  #hasWarned = false;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** `own`: the clock of this process, or simulated time. `report` gets a line about a clock that is wrong. */
  constructor(state: Database, own: () => number, report: Report) {
    this.#state = state;
    this.#own = own;
    this.#report = report;
  }

  /** Returns the time in milliseconds, as the last comparison has it. */
  readonly now = (): number => this.#own() + this.#ahead;

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
    const before = Date.now();
    const [row] = await this.#state.query(
      'SELECT floor(extract(epoch FROM clock_timestamp()) * 1000)::text AS at',
    );
    const at = Number(row?.at);
    this.#ahead = Math.min(Math.max(this.#ahead, at - Date.now()), at - before);
    if (Math.abs(this.#ahead) <= NOTICED_MS || this.#hasWarned) return;
    this.#hasWarned = true;
    const seconds = Math.round(Math.abs(this.#ahead) / 1000);
    const side = this.#ahead > 0 ? 'behind' : 'ahead of';
    const text = `The clock of this process is ${seconds} s ${side} the database's clock. The database's clock counts. Set the clock of this computer.`;
    this.#report({ kind: 'notice', level: 'warn', text });
  }
}
