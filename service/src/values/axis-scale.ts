import type { ValueStyle } from './value-style.ts';
import type { Ticks } from './value-formatter.ts';

/** The ends and the ticks of a value axis. All are multiples of `step`, or powers of ten. */
export interface ValueScale extends Ticks {
  min: number;
  max: number;
  /** Whether the axis is logarithmic. Then `step` is the number of powers of ten between two ticks. */
  isLog?: true;
}

interface ScaleOptions {
  /** The wanted number of steps. */
  count: number;
  /** Whether the axis includes zero. */
  hasZero: boolean;
  /** The smallest step, such as 1 for whole numbers. Default: none. */
  leastStep?: number;
}

/** The wanted number of steps of a vertical axis. */
export const STEP_COUNT = 4;

/** A step is one of these numbers, times a power of ten, from the geometric mean with the one before it. */
const STEPS = [
  [1, 0],
  [2, Math.sqrt(2)],
  [5, Math.sqrt(10)],
  [10, Math.sqrt(50)],
] as const;
/** The distance of two neighboring floating-point numbers, relative to their size, with a reserve. */
const RESOLUTION = 2 ** -48;
/** The relative distance of an equal value to both ends of its axis. */
const PADDING = 0.1;
/** The largest number of steps of a logarithmic axis. */
const MAX_DECADES = 6;
/** The part of a step by which rounding errors may exceed a tick. */
const TOLERANCE = 1e-6;

/** Returns an axis with round ticks that includes all values. */
export function toValueScale(
  values: readonly number[],
  { count, hasZero, leastStep = 0 }: ScaleOptions,
): ValueScale {
  const [low, high] = toRange(values, hasZero);
  const size = Math.max(Math.abs(low), Math.abs(high));
  // Halves first: the range of the largest numbers exceeds them.
  const rough = (high / 2 - low / 2) * (2 / count);
  const [factor, exponent] = toStep(Math.max(rough, leastStep, size * RESOLUTION));
  const step = toDecimal(factor, exponent);
  const first = Math.floor(low / step + TOLERANCE);
  const last = Math.max(first + 1, Math.ceil(high / step - TOLERANCE));
  const min = toDecimal(first * factor, exponent);
  const max = toDecimal(last * factor, exponent);
  return { min, max, step, size: Math.max(Math.abs(min), Math.abs(max)) };
}

/** Returns a logarithmic axis for positive numbers: from a power of ten to another one, with at most `count` steps. */
export function toLogScale(values: readonly number[], count: number): ValueScale {
  const exponents = values.map((value) => Math.log10(value));
  const least = exponents.reduce((low, each) => Math.min(low, each), Infinity);
  const most = exponents.reduce((high, each) => Math.max(high, each), -Infinity);
  const first = least > most ? 0 : Math.floor(least + TOLERANCE);
  const decades = Math.max(1, Math.ceil(most - TOLERANCE) - first);
  const step = Math.ceil(decades / Math.min(count, MAX_DECADES));
  const last = first + Math.ceil(decades / step) * step;
  const min = toDecimal(1, first);
  const max = toDecimal(1, last);
  return { min, max, step, size: max, isLog: true };
}

/** Returns the smallest step of an axis: without it, different ticks would have the same text. */
export function findLeastStep({ format, numbers }: ValueStyle): number {
  const digits = numbers?.digits ?? (format === 'integer' ? 0 : undefined);
  if (digits === undefined) return 0;
  return 10 ** -(format === 'percent' ? digits + 2 : digits);
}

/** Returns the ticks of an axis. */
export function toTicks({ min, max, step, isLog }: ValueScale): number[] {
  if (isLog) {
    const [low, high] = [Math.round(Math.log10(min)), Math.round(Math.log10(max))];
    const length = Math.floor((high - low) / step) + 1;
    return Array.from({ length }, (_, index) => toDecimal(1, low + index * step));
  }
  const [factor, exponent] = toStep(step);
  const first = Math.round(min / step);
  const count = Math.round((max - min) / step) + 1;
  return Array.from({ length: count }, (_, index) => toDecimal((first + index) * factor, exponent));
}

function toRange(values: readonly number[], hasZero: boolean): [number, number] {
  const [low, high] = values.reduce<[number, number]>(
    ([least, most], value) => [Math.min(least, value), Math.max(most, value)],
    hasZero ? [0, 0] : [Infinity, -Infinity],
  );
  if (low > high) return [0, 1];
  if (low < high) return [low, high];
  const padding = Math.abs(low) * PADDING;
  return padding > 0 ? [low - padding, high + padding] : [0, 1];
}

/** Returns the round number nearest to a step: its digit, or 10, and its power of ten. */
function toStep(step: number): [factor: number, exponent: number] {
  const [digits, exponent] = step.toExponential().split('e').map(Number) as [number, number];
  const [factor] = STEPS.findLast(([, from]) => digits >= from - TOLERANCE)!;
  return factor === 10 ? [1, exponent + 1] : [factor, exponent];
}

/** Returns a decimal number without the rounding error of a multiplication. */
function toDecimal(digits: number, exponent: number): number {
  return Number(`${digits}e${exponent}`);
}
