import { toChartNotes } from './chart-notes.ts';
import type { ChartStyle } from './chart-style.ts';
import { renderChartSvg } from './chart-svg.ts';
import type { ChartContent } from '../tiles/tile-data.ts';

/** The height of a small chart, in CSS pixels. */
export const SMALL_HEIGHT = 150;
/** The least width of a small chart, and the gap between two, as in the style sheet. */
const LEAST_WIDTH = 180;
const GAP = 16;

/** A chart drawn by the server. The page shows it until its script runs, or if scripts are disabled. */
export interface DrawnChart {
  /** The size in CSS pixels. */
  width: number;
  height: number;
  svg: string;
  notes: string[];
}

/** The assumed width of the page, which determines that of a chart. Without a script, charts scale to their box. */
const PAGE_WIDTH = 1000;
const TILE_PADDING = 56;
const HEIGHT = 260;
const RING_SIZE = { width: 240, height: 240 };
/** The room that each horizontal bar needs for its name, in CSS pixels. */
const HORIZONTAL_BAR_HEIGHT = 20;
const MAX_HEIGHT = 640;

/** Draws a chart in the most likely size of its tile. */
export type DrawChart = (content: ChartContent, style: ChartStyle) => DrawnChart;

/** Draws a chart in the most likely size of its tile. */
export const drawChart: DrawChart = (content, style) => {
  // A ring leaves the rest of its tile for the legend.
  const size = content.kind === 'shares' ? RING_SIZE : toSize(content);
  return {
    ...size,
    svg: renderChartSvg(content, style, size),
    notes: toChartNotes(content, style, size),
  };
};

function toSize(content: ChartContent) {
  const width = Math.round((content.tile.span / 12) * PAGE_WIDTH) - TILE_PADDING;
  const isHorizontal = content.kind === 'axis' && content.tile.horizontal;
  const isSmall = content.kind === 'axis' && content.only !== undefined;
  const least = isSmall ? SMALL_HEIGHT : HEIGHT;
  const wanted = isHorizontal ? content.data.categories.length * HORIZONTAL_BAR_HEIGHT : least;
  const height = Math.min(MAX_HEIGHT, Math.max(least, wanted));
  return { width: isSmall ? toSmallWidth(width) : width, height };
}

/** Returns the width of a small chart in a tile of some width. */
export function toSmallWidth(width: number): number {
  const count = Math.max(1, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)));
  return (width + GAP) / count - GAP;
}
