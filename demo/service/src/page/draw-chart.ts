import { toChartNotes } from './chart-notes.ts';
import type { ChartStyle } from './chart-style.ts';
import { renderChartSvg } from './chart-svg.ts';
import type { ChartContent } from './tile-data.ts';

/** A chart for the page before its script runs, or where none does. */
export interface DrawnChart {
  /** In CSS pixels. */
  height: number;
  svg: string;
  notes: string[];
}

/** Charts are as wide as their tile is on a page of this width. Without a script, they are scaled to their box. */
const PAGE_WIDTH = 1000;
const TILE_PADDING = 56;
const HEIGHT = 260;
const RING_SIZE = { width: 240, height: 240 };
/** Bars that lie need room for their names: so much each, up to a height. */
const LYING_BAR_HEIGHT = 20;
const MOST_HEIGHT = 640;

/** Draws a chart in the size that its tile most likely has. */
export function drawChart(content: ChartContent, style: ChartStyle): DrawnChart {
  // A ring leaves the rest of its tile to the legend.
  const size = content.kind === 'shares' ? RING_SIZE : toSize(content);
  return {
    height: size.height,
    svg: renderChartSvg(content, style, size),
    notes: toChartNotes(content, style, size),
  };
}

function toSize(content: ChartContent) {
  const width = Math.round((content.tile.span / 12) * PAGE_WIDTH) - TILE_PADDING;
  const isLying = content.kind === 'axis' && content.tile.horizontal;
  const wanted = isLying ? content.data.categories.length * LYING_BAR_HEIGHT : HEIGHT;
  return { width, height: Math.min(MOST_HEIGHT, Math.max(HEIGHT, wanted)) };
}
