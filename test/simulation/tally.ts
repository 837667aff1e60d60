/** The results of all days of one kind. */
export class Tally {
  days = 0;
  /** The time in which the user saw a dashboard whose token had expired. */
  deadMs = 0;
  /** The number of days on which the user waited more than five seconds for a dashboard. */
  gapDays = 0;
  /** The length of each gap in which nothing was on screen or loading. */
  readonly gaps: number[] = [];
  tokens = 0;
  /** The age of the oldest data that the user saw, without the time in which the service did not answer. */
  oldestMs = 0;
  /** The number of calls outside of outages. */
  calls = 0;
  /** The calls per hour in each outage of at least one hour. */
  readonly outageCalls: number[] = [];
  /** The remaining life of each token when the next one came, if nothing delayed that one. */
  readonly margins: number[] = [];
  /** The same for tokens whose dashboard was in use at the refresh point. */
  readonly busyMargins: number[] = [];
  leastPauseMs = Infinity;
  mostFrames = 0;
  mostTimers = 0;
  /** The number of timers, listeners and frames that remained after the element was removed. */
  leftBehind = 0;
}

/** Returns the value that is above a share of all values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = Float64Array.from(values).toSorted();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
