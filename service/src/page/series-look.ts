import type { AxisTile } from '../dashboard/definition.ts';
import type { AxisData } from './axis-data.ts';
import { type Palette, toColor } from './palette.ts';

/** The look of a series, in its chart and in the legend. */
export interface SeriesLook {
  color: string;
  isDashed: boolean;
}

/** Returns the look of a series. The second of two lines is the comparison for the first. */
export function toSeriesLook(
  { kind, splitBy }: AxisTile,
  { series }: AxisData,
  index: number,
  palette: Palette,
): SeriesLook {
  const isComparison = kind === 'line' && !splitBy && series.length === 2 && index === 1;
  // After the last color, the colors repeat and the lines are dashed.
  const isRepeated = kind === 'line' && index >= palette.series.length;
  return {
    color: isComparison ? palette.comparison : toColor(palette, index),
    isDashed: isComparison || isRepeated,
  };
}
