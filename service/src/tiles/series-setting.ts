import { AXIS_KINDS } from '../dashboard/axis-kinds.ts';
import type { AxisData } from './axis-data.ts';
import type { AxisTile, ChartSeries } from '../dashboard/definition.ts';
import { findRoundingSize } from '../values/number-digits.ts';

type Setting = Pick<ChartSeries, 'comparison' | 'line' | 'second'>;

/** Returns the author's settings of a series. The series of a split have none. */
export function toSetting({ splitBy, series }: AxisTile, index: number): Setting {
  return (splitBy === undefined && series[index]) || {};
}

/** Returns whether each series has a small chart of its own. */
export function hasMultiples({ splitBy, multiples }: AxisTile): boolean {
  return splitBy !== undefined && multiples === true;
}

/**
 * Returns whether series can be stacked if the author wants it. Areas with negative values would cover each other, but
 * bars have a stack on each side of zero.
 */
export function canStack(tile: AxisTile, { series }: Pick<AxisData, 'series'>): boolean {
  if (hasMultiples(tile)) return false;
  if (AXIS_KINDS[tile.kind].hasBars) return true;
  const values = series.flatMap((each) => each.values.filter((value) => value !== null));
  const rounding = findRoundingSize(values);
  return values.every((value) => value >= -rounding);
}

/** Returns whether a series is a line: in a line chart, or over vertical bars. */
export function isLine({ kind, horizontal }: AxisTile, { line }: Setting): boolean {
  const traits = AXIS_KINDS[kind];
  return traits.isLine || (traits.hasBars && !horizontal && line === true);
}

/** Returns whether the values of a series belong to the second axis, next to others on the first axis. */
export function isSecond(tile: AxisTile, { second }: Setting): boolean {
  const { secondAxis, horizontal, splitBy, series } = tile;
  if (!second || !secondAxis || horizontal || splitBy !== undefined) return false;
  return series.some((each) => !each.second);
}

/** Returns whether a series belongs to the axis of the first one, which has the reference lines. */
export function isWithMarks(tile: AxisTile, index: number): boolean {
  return isSecond(tile, toSetting(tile, index)) === isSecond(tile, toSetting(tile, 0));
}
