/** The least of `values` that so great a part of them, between 0 and 1, does not exceed. */
export function quantile(values: readonly number[], part: number): number {
  const ordered = values.toSorted((a, b) => a - b);
  return ordered[Math.max(Math.ceil(ordered.length * part) - 1, 0)] ?? NaN;
}

/** The middle one of `values`. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}

/** `median (least–greatest)` with so many digits after the point. */
export function toSpread(values: readonly number[], digits = 0): string {
  const [least, greatest] = [Math.min(...values), Math.max(...values)];
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)}–${greatest.toFixed(digits)})`;
}

/**
 * Between which two of `values` the median of all that could have been measured lies, in 19 of 20 cases
 * at least, however they are spread; the outermost two where there are too few for that.
 */
export function medianInterval(values: readonly number[]): [least: number, most: number] {
  const ordered = values.toSorted((a, b) => a - b);
  const { length } = ordered;
  // Each value falls below that median or above it like a coin: so often no more than `below` of them do.
  let below = 0;
  let chance = 0.5 ** length;
  for (let sum = chance; sum <= 0.025; sum += chance) {
    chance *= (length - below) / (below + 1);
    below += 1;
  }
  const outside = Math.max(below - 1, 0);
  return [ordered[outside]!, ordered[length - 1 - outside]!];
}

/** `median (from–to)`, where the interval is that of `medianInterval`. */
export function toMedianWithInterval(values: readonly number[], digits: number): string {
  const [least, most] = medianInterval(values);
  return `${median(values).toFixed(digits)} (${least.toFixed(digits)}–${most.toFixed(digits)})`;
}
