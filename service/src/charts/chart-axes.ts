import type { ValueStyle } from '../values/value-style.ts';
import { toSideLength } from './category-labels.ts';
import type { DrawingStyle } from './chart-style.ts';
import { isLine, isSecond, isWithMarks, toSetting } from '../tiles/series-setting.ts';
import type { AxisContent } from '../tiles/tile-data.ts';
import { fitScale } from './value-axis.ts';
import type { FittedStyle } from '../values/value-formatter.ts';
import {
  findLeastStep,
  toLogScale,
  toValueScale,
  type ValueScale,
  STEP_COUNT,
} from '../values/axis-scale.ts';

/** A value axis of bars, lines or areas. */
export interface ChartAxis {
  style: ValueStyle;
  /** The style of its values in full. */
  shown: FittedStyle;
  title: string | undefined;
  scale: ValueScale;
}

/** Lines whose range is a smaller part of their values would be flat on an axis with zero. */
const FLAT_RANGE = 1 / 5;

/** Returns the first axis of a chart, and the second one if a series belongs to it. */
export function toChartAxes(content: AxisContent, style: DrawingStyle): ChartAxis[] {
  const { tile, data } = content;
  const all = data.series.map((_, index) => index);
  const second = all.filter((index) => isSecond(tile, toSetting(tile, index)));
  const first = all.filter((index) => !second.includes(index));
  const axis = toAxis(content, style, withoutHidden(content, first), tile.valueTitle, tile);
  if (second.length === 0 || !tile.secondAxis) return [axis];
  const { secondAxis } = tile;
  return [
    axis,
    toAxis(content, style, withoutHidden(content, second), secondAxis.title, secondAxis),
  ];
}

/** Returns the series that an axis fits. If the reader has hidden all, the axis keeps its values. */
function withoutHidden({ hidden = [] }: AxisContent, indexes: readonly number[]) {
  const shown = indexes.filter((index) => !hidden.includes(index));
  return shown.length > 0 ? shown : indexes;
}

function toAxis(
  content: AxisContent,
  style: DrawingStyle,
  indexes: readonly number[],
  title: string | undefined,
  { format, numbers }: ValueStyle,
): ChartAxis {
  const { tile, data, references = [] } = content;
  const own = { format, numbers };
  const marks = indexes.some((index) => isWithMarks(tile, index)) ? references : [];
  const values = [
    ...toExtent(content, indexes),
    ...marks.flatMap(({ from, to }) => [from, to ?? from]),
  ];
  const areLines = indexes.every((index) => isLine(tile, toSetting(tile, index)));
  const isLog = areLines && tile.logarithmic === true && values.every((value) => value > 0);
  const hasZero = !areLines || !canLeaveZero(values, tile.start);
  const toScale = (count: number): ValueScale =>
    isLog
      ? toLogScale(values, Infinity)
      : toValueScale(values, { count, hasZero, leastStep: findLeastStep(own) });
  const scale = tile.horizontal ? fitScale(toScale, own, besideNames(style)) : toScale(STEP_COUNT);
  const shown = style.texts.fit(
    own,
    indexes.flatMap((index) => data.series[index]!.values),
  );
  return { style: own, shown, title, scale };
}

/** Returns the style of the plot next to the names of horizontal bars. */
function besideNames(style: DrawingStyle): DrawingStyle {
  const { width, height } = style.size;
  return { ...style, size: { width: width - toSideLength(width), height } };
}

/** Returns the numbers that an axis must include: the values, and the ends of stacked ones. */
function toExtent({ tile, data }: AxisContent, indexes: readonly number[]): number[] {
  const stacked = indexes.filter((index) => tile.stacked && !isLine(tile, toSetting(tile, index)));
  const single = indexes.filter((index) => !stacked.includes(index));
  const values = single.flatMap((index) => data.series[index]!.values);
  const ends = data.categories.flatMap((_, place) => {
    const stack = stacked.map((index) => data.series[index]!.values[place] ?? 0);
    return [sumUp(stack.filter((value) => value > 0)), sumUp(stack.filter((value) => value < 0))];
  });
  return [...values.filter((value) => value !== null), ...(stacked.length > 0 ? ends : [])];
}

/** Returns whether the axis of lines may start at their values: all are on one side of zero. */
function canLeaveZero(values: readonly number[], start: 'zero' | 'values' | undefined): boolean {
  if (start === 'zero' || values.length === 0) return false;
  const least = values.reduce((low, value) => Math.min(low, value));
  const most = values.reduce((high, value) => Math.max(high, value));
  if (least === most || (least <= 0 && most >= 0)) return false;
  return start === 'values' || most - least < Math.max(most, -least) * FLAT_RANGE;
}

function sumUp(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
