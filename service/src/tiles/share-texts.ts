import { NO_VALUE, type ValueFormatter } from '../values/value-formatter.ts';
import type { SharePart } from './share-parts.ts';

const WHOLE = 100;
/** Smaller shares, in percent, are all `<1%`. */
const SMALLEST = 1;
const PERCENT = { format: 'percent', numbers: { digits: 0 } } as const;

/**
 * Returns the shares of the parts that are shown, in whole percent that add up to 100. Shares between 0 and 1 % become
 * `<1%`: together they count as 1 % at least. A part without a number has a dash, and a hidden one an empty text.
 */
export function toShareTexts(
  parts: readonly SharePart[],
  hidden: readonly number[],
  formatter: ValueFormatter,
): string[] {
  const sizes = parts.map(({ value }, index) => (hidden.includes(index) ? null : value));
  const largest = sizes.reduce<number>((most, size) => Math.max(most, size ?? 0), 0);
  // The sum of the largest possible numbers would be infinite.
  const ratios = sizes.map((size) => (size && size / largest) ?? 0);
  const total = ratios.reduce((sum, ratio) => sum + ratio, 0);
  const shares = ratios.map((ratio) => (total && ratio / total) * WHOLE);
  // A tiny share of a huge whole may be exactly zero.
  const areSmall = shares.map((share, index) => (sizes[index] ?? 0) > 0 && share < SMALLEST);
  const small = shares.filter((_, index) => areSmall[index]).reduce((sum, share) => sum + share, 0);
  const [, ...rounded] = roundTogether([
    areSmall.includes(true) ? Math.max(SMALLEST, small) : 0,
    ...shares.map((share, index) => (areSmall[index] ? 0 : share)),
  ]);
  const write = (percent: number): string => formatter.format(percent / WHOLE, PERCENT);
  return sizes.map((size, index) => {
    if (size === null) return hidden.includes(index) ? '' : NO_VALUE;
    return areSmall[index] ? `<${write(SMALLEST)}` : write(rounded[index]!);
  });
}

/** Rounds shares so that they add up to 100: those with the largest remainders up, the others down. */
function roundTogether(shares: readonly number[]): number[] {
  const rounded = shares.map(Math.floor);
  const remainder = (place: number): number => shares[place]! - rounded[place]!;
  const places = [...shares.keys()].filter((place) => shares[place]! > 0);
  const missing = WHOLE - rounded.reduce((sum, share) => sum + share, 0);
  const ranked = places.toSorted((left, right) => remainder(right) - remainder(left));
  for (const place of ranked.slice(0, Math.max(0, missing))) rounded[place]! += 1;
  if (missing < 0) rounded[rounded.lastIndexOf(Math.max(...rounded))]! += missing;
  return rounded;
}
