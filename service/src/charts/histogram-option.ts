import { fitsLabel, LABEL_FONT_SIZE, toPlotWidth } from './category-labels.ts';
import { type DrawingStyle, GRID, toAxisTooltip } from './chart-style.ts';
import { areSingle, type Bins, toRanges } from '../dashboard/histogram-bins.ts';
import type { HistogramContent } from '../tiles/tile-data.ts';
import {
  TITLE_ABOVE,
  TITLE_BELOW,
  TITLE_IN_MIDDLE,
  toTitlePlace,
  toValueAxis,
} from './value-axis.ts';
import { toTicks, toValueScale, STEP_COUNT } from '../values/axis-scale.ts';

const COUNT = { format: 'integer' } as const;
/** The gap between two bars, in CSS pixels. */
const GAP = 1;

/** The possible distances of two labels, in limits. */
const DISTANCES = [1, 2, 5, 10, 20, 50];
const HIDDEN = { show: false };

/** Returns ECharts' option for a histogram. The horizontal axis has the limits, or each whole number below its bar. */
export function toHistogramOption(content: HistogramContent, style: DrawingStyle) {
  const { tile, label, bins } = content;
  const { texts, palette } = style;
  const scale = toValueScale(bins.counts, { count: STEP_COUNT, hasZero: true, leastStep: 1 });
  const counts = toValueAxis({ scale, style: COUNT, title: label }, style);
  return {
    grid: { ...GRID, right: 16, top: TITLE_ABOVE, bottom: tile.valueTitle ? TITLE_BELOW : 4 },
    xAxis: toHorizontalAxes(content, style),
    yAxis: {
      ...counts,
      ...toTitlePlace('left', counts.nameTextStyle),
      // Its title stays at the left, also if there are negative limits.
      axisLine: { ...HIDDEN, onZero: false },
      axisTick: HIDDEN,
    },
    tooltip: toAxisTooltip(style, 'shadow'),
    series: {
      type: 'bar',
      name: texts.writeName(label),
      data: bins.counts,
      barCategoryGap: GAP,
      color: palette.series[0],
      tooltip: { valueFormatter: (value: unknown) => texts.write(value, COUNT) },
    },
  };
}

/** Returns the axis that places the bars, and the axis with their limits. */
function toHorizontalAxes({ tile, bins }: HistogramContent, style: DrawingStyle) {
  const { palette, texts } = style;
  const isNamed = areSingle(bins);
  const names = toRanges(bins).map((ends) =>
    [...new Set(ends)].map((end) => texts.write(end, tile)).join(' – '),
  );
  const lineStyle = { color: palette.line };
  const places = {
    type: 'category',
    data: names,
    axisTick: HIDDEN,
    axisLine: { lineStyle },
    axisLabel: {
      show: isNamed,
      color: palette.muted,
      fontSize: LABEL_FONT_SIZE,
    },
  };
  const axis = toValueAxis({ scale: bins.scale, style: tile, title: tile.valueTitle }, style);
  const limits = {
    ...axis,
    ...TITLE_IN_MIDDLE,
    position: 'bottom',
    splitLine: HIDDEN,
    axisPointer: HIDDEN,
    axisLine: HIDDEN,
    axisTick: { show: !isNamed, lineStyle },
    axisLabel: { ...toFewLabels(bins, axis.axisLabel, style), show: !isNamed },
  };
  return [places, limits];
}

/** Returns the labels of limits, without those that have no room. All have the same distance. */
function toFewLabels(
  { scale, counts }: Bins,
  labels: ReturnType<typeof toValueAxis>['axisLabel'],
  { size }: DrawingStyle,
) {
  const texts = toTicks(scale).map(labels.formatter);
  const slot = toPlotWidth(size.width) / counts.length;
  const hasRoom = (each: number): boolean => texts.every((text) => fitsLabel(text, each * slot));
  const distance = DISTANCES.find(hasRoom) ?? counts.length;
  const isShown = (limit: number): boolean => Math.round(limit / scale.step) % distance === 0;
  return {
    ...labels,
    formatter: (limit: number) => (isShown(limit) ? labels.formatter(limit) : ''),
  };
}
