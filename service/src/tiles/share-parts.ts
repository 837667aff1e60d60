import type { ShareTile } from '../dashboard/definition.ts';
import type { RowSet } from '../database/database.ts';
import { sumUp } from '../values/sum-up.ts';
import { toNumber } from '../values/value-formatter.ts';
import { bySize, findLargest, holdsPeriods, type Omitted } from './largest-parts.ts';

/** A part of a whole: a slice, and its line in the legend. */
export interface SharePart extends NamedCategory {
  /** Zero or more; `null` for a value that is not a number. */
  value: number | null;
  /** Whether it is the sum of the small parts. */
  isOther?: true;
}

/** The problem with rows that a pie or donut cannot show: a key of `PageWords`. */
export type ShareProblem = 'negativeShares' | 'onlyZeros';

/** The most parts, with that of the small ones: it is gray, so six need colors. */
const MAX_PARTS = 7;

/** The parts of a whole that a chart shows. */
export interface Shares extends Omitted {
  parts: SharePart[];
}

/**
 * Returns a part for each row. Each name has one row. The parts keep the order of the rows, unless small ones are left out,
 * or combined into `other`. Returns `null` if no row has a number.
 */
export function toShares(
  { category, value, addsUp }: ShareTile,
  result: RowSet,
  toName: (value: unknown) => string,
  other: string,
): Shares | { problem: ShareProblem } | null {
  const parts = result.rows.map((row) => ({
    ...toNamed(row[category], toName),
    value: toNumber(row[value]),
  }));
  const numbers = parts.flatMap((part) => part.value ?? []);
  if (numbers.length === 0) return null;
  if (numbers.some((number) => number < 0)) return { problem: 'negativeShares' };
  if (numbers.every((number) => number === 0)) return { problem: 'onlyZeros' };
  return toLargest(parts, {
    other: addsUp ? other : null,
    arePeriods: holdsPeriods(result, category),
  });
}

/** Returns the parts without those that the reader has hidden. */
export function toShownParts({
  parts,
  hidden = [],
}: {
  parts: readonly SharePart[];
  hidden?: readonly number[] | undefined;
}): SharePart[] {
  return parts.filter((_, index) => !hidden.includes(index));
}

/** Returns the sum of the parts. */
export function toTotal(parts: readonly SharePart[]): number {
  return sumUp(parts.map(({ value }) => value)) ?? 0;
}

function toLargest(
  parts: readonly SharePart[],
  { other, arePeriods }: { other: string | null; arePeriods: boolean },
): Shares {
  const ranked = parts.map((part) => {
    const { name, category = name, value } = part;
    return { name, key: category, size: value ?? -1, part };
  });
  const { shown, joined, omitted } = findLargest(ranked, { max: MAX_PARTS, other, arePeriods });
  const isWhole = shown.length === parts.length;
  // Periods keep their order.
  const sorted = isWhole || arePeriods ? shown : shown.toSorted(bySize);
  const sum = sumUp(joined.map(({ part }) => part.value));
  const last = { name: other ?? '', isOther: true as const, value: sum };
  const named = sorted.map(({ part }) => part);
  return { parts: joined.length > 0 ? [...named, last] : named, ...omitted };
}

/** A category of a chart without an axis. */
export interface NamedCategory {
  name: string;
  /** Its value, if the name is another text, such as that of a date. */
  category?: unknown;
}

/** Returns a category with its name. */
export function toNamed(category: unknown, toName: (value: unknown) => string): NamedCategory {
  const name = toName(category);
  return name === category ? { name } : { name, category };
}
