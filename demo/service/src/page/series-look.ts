import type { AxisTile } from '../dashboard/definition.ts';
import { type Palette, toColor } from './palette.ts';

/** How a series is drawn, in its chart and in the legend. */
export interface SeriesLook {
  color: string;
  isDashed: boolean;
}

/** The first line is the subject. The others are what it is compared with. */
export function toSeriesLook({ kind }: AxisTile, index: number, palette: Palette): SeriesLook {
  const isDashed = kind === 'line' && index > 0;
  return { color: isDashed ? palette.comparison : toColor(palette, index), isDashed };
}
