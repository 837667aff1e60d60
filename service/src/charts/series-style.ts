import { AXIS_KINDS } from '../dashboard/axis-kinds.ts';
import type { LegendContent } from '../tiles/legend-labels.ts';
import { COLOR_COUNT, type Palette, toColor } from '../tiles/palette.ts';
import { isLine, toSetting } from '../tiles/series-setting.ts';
import type { AxisContent } from '../tiles/tile-data.ts';

/** The style of a series, in its chart and in the legend. */
export interface SeriesStyle {
  color: string;
  isDashed: boolean;
  /** Whether it is a line over bars. */
  isLine?: boolean;
}

/** Returns the style of a series. A line that the author calls a comparison is gray and dashed. */
export function toSeriesStyle(
  { tile, colors }: AxisContent,
  index: number,
  palette: Palette,
): SeriesStyle {
  const color = colors?.[index] ?? index;
  const setting = toSetting(tile, index);
  const isDrawnAsLine = isLine(tile, setting);
  const isComparison = isDrawnAsLine && setting.comparison === true;
  // After the last color, the colors repeat and the lines are dashed.
  const isRepeated = isDrawnAsLine && color >= COLOR_COUNT;
  return {
    color: isComparison ? palette.comparison : toColor(palette, color),
    isDashed: isComparison || isRepeated,
    isLine: isDrawnAsLine && AXIS_KINDS[tile.kind].hasBars,
  };
}

/** Returns the color of an entry of a legend: of a series, or of a part of a whole. */
export function toEntryColor(content: LegendContent, index: number, palette: Palette): string {
  return content.kind === 'axis'
    ? toSeriesStyle(content, index, palette).color
    : toColor(palette, content.colors?.[index] ?? index);
}
