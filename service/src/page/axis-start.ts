import type { AxisContent } from './tile-data.ts';

/** The step of an axis is one of these numbers, times a power of ten. */
const STEPS = [1, 2, 5, 10];
const STEP_COUNT = 4;

/**
 * Returns the number at which the value axis starts. The axis of percentage lines starts near their lowest value:
 * otherwise small changes of large percentages would be invisible. All other axes start at zero.
 */
export function toAxisStart({ tile, data }: AxisContent): number {
  if (tile.kind !== 'line' || tile.format !== 'percent') return 0;
  const values = data.series.flatMap((series) => series.values.filter((value) => value !== null));
  const [least, most] = values.reduce(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)] as const,
    [Infinity, -Infinity] as const,
  );
  if (!(least > 0 && most > least)) return 0;
  const step = toStep((most - least) / STEP_COUNT);
  // Tolerates rounding errors of up to a tenth of a step.
  return Math.max(0, Math.floor(least / step + 0.1) * step);
}

function toStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * STEPS.find((step) => step * power >= least)!;
}
