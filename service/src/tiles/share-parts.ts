import type { ShareTile } from '../dashboard/definition.ts';
import type { Row } from '../database/database.ts';

/** A part of a whole: a slice, and its line in the legend. */
export interface SharePart extends NamedCategory {
  /** Zero or more. */
  value: number;
  /** Whether it is the sum of the small parts. */
  isOther?: true;
}

/** The problem with rows that a pie or donut cannot show: a key of `PageWords`. */
export type ShareProblem = 'negativeShares' | 'onlyZeros';

/** The number of colors that readers can distinguish. Further parts are combined into one. */
const MAX_PARTS = 6;

/** Adds up the rows of each name. The parts keep the order of the rows, unless small ones are combined into `other`. */
export function toShares(
  { category, value }: ShareTile,
  rows: Row[],
  toName: (value: unknown) => string,
  other: string,
): { parts: SharePart[] } | { problem: ShareProblem } {
  const byName = new Map<string, SharePart>();
  for (const row of rows) {
    const named = toNamed(row[category], toName);
    const part = byName.get(named.name) ?? { ...named, value: 0 };
    // The data may have changed since its author checked it. Text counts as zero.
    byName.set(part.name, { ...part, value: part.value + (Number(row[value]) || 0) });
  }
  const parts = [...byName.values()];
  if (parts.some((part) => part.value < 0)) return { problem: 'negativeShares' };
  if (parts.every((part) => part.value === 0)) return { problem: 'onlyZeros' };
  return { parts: parts.length > MAX_PARTS ? joinSmall(parts, other) : parts };
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
  return parts.reduce((sum, { value }) => sum + value, 0);
}

function joinSmall(parts: SharePart[], other: string): SharePart[] {
  const ranked = parts.toSorted((left, right) => right.value - left.value);
  // A category with this name counts as small.
  const large = ranked.filter(({ name }) => name !== other).slice(0, MAX_PARTS);
  return [...large, { name: other, isOther: true, value: toTotal(parts) - toTotal(large) }];
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
