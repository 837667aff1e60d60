/** What came of all days of one kind. */
export class Tally {
  days = 0;
  /** Time in which somebody saw a dashboard whose token had ended. */
  deadMs = 0;
  /** Days on which somebody had to wait for a dashboard for more than five seconds. */
  gapDays = 0;
  /** How long nothing was on screen, nor loading, each time. */
  readonly gaps: number[] = [];
  tokens = 0;
  /** The age of the oldest data that somebody saw; a time in which the service did not answer is no age. */
  oldestMs = 0;
  /** Calls while nothing was down. */
  calls = 0;
  /** Calls per hour of each outage that was an hour long, or longer. */
  readonly outageCalls: number[] = [];
  /** What was left of a token's life when the next one came, where nothing hindered that. */
  readonly margins: number[] = [];
  /** The same where somebody was using the dashboard at the refresh point. */
  readonly busyMargins: number[] = [];
  leastPauseMs = Infinity;
  mostFrames = 0;
  mostTimers = 0;
  /** Timers, listeners and frames after the element was taken off the page. */
  leftBehind = 0;
}

/** The value that a share of all values does not reach. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
