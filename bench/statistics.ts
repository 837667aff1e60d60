/** Returns the smallest of `values` that is at least as large as `part` of them; `part` is between 0 and 1. */
export function quantile(values: readonly number[], part: number): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.max(Math.ceil(ordered.length * part) - 1, 0)] ?? NaN;
}

/** Returns the median of `values`. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** Returns `median (least–greatest)` with `digits` digits after the decimal point. */
export function toSpread(values: readonly number[], digits = 0): string {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)}–${greatest.toFixed(digits)})`;
}

/**
 * Returns the interval of the sign test: the true median is between these two of `values` in at least 19 of 20
 * cases, for any distribution. If there are too few values for that, returns the outermost two.
 */
export function medianInterval(values: readonly number[]): [least: number, most: number] {
  const ordered = values.toSorted((a, b) => a - b);
  const { length } = ordered;
  // Each value is below or above the median like a coin toss: `sum` is the chance that at most `below` are below.
  let below = 0;
  let chance = 0.5 ** length;
  for (let sum = chance; sum <= 0.025; sum += chance) {
    chance *= (length - below) / (below + 1);
    below += 1;
  }
  const outside = Math.max(below - 1, 0);
  return [ordered[outside]!, ordered[length - 1 - outside]!];
}

/** Returns `median (from–to)` with the interval of `medianInterval`. */
export function toMedianWithInterval(values: readonly number[], digits: number): string {
  const [least, most] = medianInterval(values);
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}

/**
 * Returns whether the true median of each sample is at most `limit`, by {@link medianInterval}. Returns `null` if the
 * intervals do not decide it.
 */
export function areMediansAtMost(limit: number, samples: readonly number[][]): boolean | null {
  const intervals = samples.map(medianInterval);
  if (intervals.some(([least]) => least > limit)) return false;
  return intervals.every(([, most]) => most <= limit) || null;
}
