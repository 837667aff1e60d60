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
