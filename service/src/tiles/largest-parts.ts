import type { RowSet } from '../database/database.ts';
import { areYears } from '../values/plain-numbers.ts';
import { compareDates } from '../values/calendar.ts';
import { toTexts } from '../values/category-format.ts';
import { toText } from '../values/value-formatter.ts';
import { findFormat } from './category-axis.ts';

/** A series or a part of a whole, before the small ones are left out. */
export interface NamedPart {
  name: string;
  /** The value of the column with the names. */
  key: unknown;
  size: number;
}

/** The parts that a chart shows, in their order. */
export interface LargestParts<Part> {
  shown: Part[];
  /** The parts that become one sum: none, or two and more. */
  joined: Part[];
  omitted: Omitted;
}

/** The parts that a chart leaves out. */
export interface Omitted {
  /** The number of parts that are left out. */
  omitted: number;
  /** Whether those that are shown are the newest periods. Default: they are the largest parts. */
  areNewest?: true;
}

interface PartLimit {
  /** The most parts, with the sum. */
  max: number;
  /** The name of the sum; `null` if the values must not be added up. */
  other: string | null;
  /** Whether the parts are dates or years. */
  arePeriods: boolean;
}

/** A year, a month or a day of ISO 8601, with or without a time. */
const PERIOD = /^\d{4}(?:-\d\d(?:-\d\d.*)?)?$/;

/** Returns the largest parts, or the newest ones if they are periods. All of them if there are not too many. */
export function findLargest<Part extends NamedPart>(
  parts: readonly Part[],
  { max, other, arePeriods }: PartLimit,
): LargestParts<Part> {
  if (parts.length <= max) return { shown: [...parts], joined: [], omitted: { omitted: 0 } };
  // A part with the name of the sum belongs to it.
  const own = parts.filter(({ name }) => name !== other);
  const ranked = own.toSorted(arePeriods ? byAge : bySize);
  const large = new Set(ranked.slice(0, other === null ? max : max - 1));
  const [shown, rest] = [true, false].map((isLarge) =>
    parts.filter((part) => large.has(part) === isLarge),
  ) as [Part[], Part[]];
  if (other !== null) return { shown, joined: rest, omitted: { omitted: 0 } };
  const omitted = { omitted: rest.length, ...(arePeriods && { areNewest: true as const }) };
  return { shown, joined: [], omitted };
}

/** Returns whether the values of a column are dates or years, even as texts: then some are newer than others. */
export function holdsPeriods(result: RowSet, column: string): boolean {
  if (findFormat({ category: column }, result.columns) !== 'text') return true;
  const texts = toTexts(result.rows.map((row) => row[column]));
  const years = texts.map((text) => text.slice(0, 4));
  return texts.every((text) => PERIOD.test(text)) && areYears(years, column);
}

/** Sorts parts, the largest one first. */
export function bySize(left: NamedPart, right: NamedPart): number {
  return right.size - left.size;
}

/** Sorts periods, the newest one first, and NULL last. */
function byAge(left: NamedPart, right: NamedPart): number {
  return compareDates(toText(right.key ?? '-'), toText(left.key ?? '-'));
}
