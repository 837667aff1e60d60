import type { HistogramTile } from './definition.ts';
import type { RowSet } from '../database/database.ts';
import { toNumber } from '../values/value-formatter.ts';
import { findLeastStep, toTicks, toValueScale, type ValueScale } from '../values/axis-scale.ts';

/** The numbers of values between the limits of a histogram. */
export interface Bins {
  /**
   * The limits are the ticks. A value on a limit belongs to the bin that starts there. A decimal number on the largest
   * limit belongs to the last bin.
   */
  scale: ValueScale;
  counts: number[];
  /** Whether all values are whole numbers. Then a bin ends at the largest one in it. */
  isWhole: boolean;
  /** The number of rows without a finite number. */
  missing: number;
}

/** The number of a column's values, and the least and the largest one. */
export interface Extent {
  count: number;
  least: number;
  most: number;
}

/** The rows of a dataset. If there are more than shown, the bins of all rows by tile id, as far as the database could count. */
interface BinnedRows extends RowSet {
  truncated: boolean;
  bins?: ReadonlyMap<string, Bins>;
}

/** The problem of a dataset with more rows than shown, which the database could not count: a key of `PageWords`. */
export type BinProblem = 'tooManyRows';

/** Returns the bins of all rows of a dataset. */
export function toBins(tile: HistogramTile, result: BinnedRows): Bins | { problem: BinProblem } {
  if (result.truncated) return result.bins?.get(tile.id) ?? { problem: 'tooManyRows' };
  const cells = result.rows.map((row) => toNumber(row[tile.value]));
  const values = cells.filter((value) => value !== null);
  const extent = values.reduce<Extent>(
    ({ count, least, most }, value) => ({
      count: count + 1,
      least: Math.min(least, value),
      most: Math.max(most, value),
    }),
    { count: 0, least: Infinity, most: -Infinity },
  );
  const bins = createBins(tile, result, extent);
  const limits = toTicks(bins.scale);
  for (const value of values) {
    countIn(
      bins,
      limits.findLastIndex((limit) => limit <= value),
    );
  }
  return { ...bins, missing: cells.length - values.length };
}

/** Returns empty bins with round limits, about as many as the author wants or as Sturges' formula recommends. */
export function createBins(
  tile: HistogramTile,
  { columns }: Pick<RowSet, 'columns'>,
  { count, least, most }: Extent,
): Bins {
  const isWhole = columns.some(({ name, type }) => name === tile.value && type === 'integer');
  const round = toValueScale(count > 0 ? [least, most] : [], {
    count: tile.bins ?? Math.ceil(Math.log2(count || 1)) + 1,
    hasZero: false,
    leastStep: Math.max(findLeastStep(tile), isWhole ? 1 : 0),
  });
  // Without another limit, the last bin would have one whole number more than each of the others.
  const isFull = isWhole && (round.step === 1 || most >= round.max);
  const max = isFull ? round.max + round.step : round.max;
  const scale = { ...round, max, size: Math.max(round.size, max) };
  return {
    scale,
    counts: toTicks(scale)
      .slice(1)
      .map(() => 0),
    isWhole,
    missing: 0,
  };
}

/** Adds values to the bin with an index. The largest limit of decimal numbers belongs to the last bin. */
export function countIn({ counts }: Bins, index: number, count = 1): void {
  const place = Math.min(Math.max(index, 0), counts.length - 1);
  counts[place]! += count;
}

/** Returns whether each bin has one whole number. */
export function areSingle({ isWhole, scale }: Bins): boolean {
  return isWhole && scale.step === 1;
}

/** Returns the least and the largest value of each bin, or its limits if it has decimal numbers. */
export function toRanges({ scale, counts, isWhole }: Bins): [from: number, to: number][] {
  const limits = toTicks(scale);
  return counts.map((_, index) => {
    const [from, to] = [limits[index]!, limits[index + 1]!];
    return [from, isWhole ? to - 1 : to];
  });
}
