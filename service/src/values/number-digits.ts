import type { ValueFormat } from './value-style.ts';

/** The significant digits of the largest number of a column, and the least ones of any number. */
const SIGNIFICANT = 3;
const LEAST_SIGNIFICANT = 2;
/** Money of this size and more has no minor unit, unless a smaller amount next to it needs one. */
const WHOLE_MONEY = 100;
/** The significant digits of the largest amount of a column, beyond which no smaller amount has any. */
const MONEY_SIGNIFICANT = 5;
/**
 * The part of a column's largest number below which another one is a rounding error. Floating-point numbers have 16
 * significant digits, and a sum of many loses one or two of them.
 */
const ROUNDING = 1e-14;
/** The largest number of decimal places that every engine formats. */
export const MAX_DIGITS = 20;

/** The unit of a number on screen: `percent` shows 0.5 as 50. */
function toShownSize(value: number, format: ValueFormat): number {
  return Math.abs(format === 'percent' ? value * 100 : value);
}

/** Returns the size below which a fraction of a column is zero but for rounding: `0.1 + 0.2 - 0.3` is 5.6e-17. */
export function findRoundingSize(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) * ROUNDING;
}

/** Returns whether a number is zero but for rounding. A whole number never is. `size`: see {@link findRoundingSize}. */
export function isRoundingError(number: number, size = 0): boolean {
  return Math.abs(number) < size && !Number.isInteger(number);
}

/**
 * Returns the decimal places that the numbers of a column share: as many as the largest number needs for three
 * significant digits, but not more than any number has. `minor`: the decimal places of the currency.
 */
export function findColumnDigits(
  values: readonly number[],
  format: ValueFormat,
  minor: number,
): number {
  if (format === 'integer') return 0;
  const least = findRoundingSize(values);
  const exact = values.filter((value) => Math.abs(value) >= least);
  const sizes = exact.map((value) => toShownSize(value, format));
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  if (format === 'currency') return findMoneyDigits(sizes, largest, minor);
  const places = sizes.reduce((most, size) => Math.max(most, countPlaces(size)), 0);
  return Math.min(places, toPlaces(largest, SIGNIFICANT));
}

/** Returns the decimal places without which a number would have less than two significant digits. Money has none. */
export function findLeastDigits(value: number, format: ValueFormat): number {
  return format === 'integer' || format === 'currency'
    ? 0
    : findSignificantPlaces(toShownSize(value, format));
}

/** Returns the decimal places that tell multiples of `step` apart. */
export function findStepDigits(step: number, format: ValueFormat): number {
  return Math.min(MAX_DIGITS, countPlaces(toShownSize(step, format)));
}

/** Returns the significant digits that a multiple of `step` needs. */
export function countStepDigits(value: number, step: number): number {
  if (value === 0) return 1;
  return Math.max(1, toExponent(value) - toExponent(step) + 1);
}

/** Returns the decimal places of all amounts of a column. */
function findMoneyDigits(sizes: readonly number[], largest: number, minor: number): number {
  const small = sizes.filter((size) => size < WHOLE_MONEY && countPlaces(size) > 0);
  if (largest === 0 || (largest >= WHOLE_MONEY && small.length === 0)) return 0;
  const needed = small.reduce((most, size) => Math.max(most, findSignificantPlaces(size)), 0);
  return Math.max(minor, Math.min(needed, toPlaces(largest, MONEY_SIGNIFICANT)));
}

function findSignificantPlaces(size: number): number {
  return Math.min(countPlaces(size), toPlaces(size, LEAST_SIGNIFICANT));
}

/** Returns the decimal places of a number with some significant digits. */
function toPlaces(size: number, significant: number): number {
  if (size === 0) return 0;
  return Math.min(MAX_DIGITS, Math.max(0, significant - 1 - toExponent(size)));
}

/** Returns the exponent of a number in scientific notation. A logarithm would round 1000 to 2.9999999999999996. */
function toExponent(value: number): number {
  return Number(value.toExponential().split('e')[1]);
}

/** Returns the decimal places of a number as a reader would write it, without its rounding error. */
function countPlaces(size: number): number {
  const [digits = '', exponent] = Number(size.toPrecision(15)).toExponential().split('e');
  const significant = digits.replace('.', '').length;
  return Math.max(0, significant - 1 - Number(exponent));
}
