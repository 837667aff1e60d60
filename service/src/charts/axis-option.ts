import { AXIS_KINDS } from '../dashboard/axis-kinds.ts';
import {
  LABEL_FONT_SIZE,
  type LabelLayout,
  layOutBelow,
  layOutBeside,
  toPlotWidth,
} from './category-labels.ts';
import { chooseDateLabels } from './date-labels.ts';
import { isDrawn, toAxisSeries } from './axis-series.ts';
import { type ChartAxis, toChartAxes } from './chart-axes.ts';
import { type ChartSize, type DrawingStyle, GRID, toAxisTooltip } from './chart-style.ts';
import type { ChartTexts } from './chart-texts.ts';
import { toShortNames } from '../values/short-names.ts';
import type { AxisContent } from '../tiles/tile-data.ts';
import {
  TITLE_ABOVE,
  TITLE_BELOW,
  TITLE_IN_MIDDLE,
  toTitlePlace,
  toValueAxis,
} from './value-axis.ts';

/** The average width of a letter of a label, in CSS pixels. */
const LETTER_WIDTH = 7;

/** Returns ECharts' option for bars, lines or areas. Their legend is HTML, above them. */
export function toAxisOption(content: AxisContent, style: DrawingStyle) {
  const { tile, data } = content;
  const axes = toChartAxes(content, style);
  const categoryAxis = toCategoryAxis(content, style);
  const valueAxes = axes.map((axis, index) => toOwnValueAxis(content, axis, index, style));
  const isTitled = axes.some(({ title }) => title);
  const [above, below] = tile.horizontal
    ? [tile.categoryTitle, isTitled]
    : [isTitled, tile.categoryTitle];
  return {
    grid: {
      ...GRID,
      right: tile.horizontal ? 20 : 12,
      top: above ? TITLE_ABOVE : 12,
      bottom: below ? TITLE_BELOW : 4,
    },
    xAxis: tile.horizontal ? valueAxes : categoryAxis,
    yAxis: tile.horizontal ? categoryAxis : valueAxes,
    tooltip: toAxisTooltip(style, AXIS_KINDS[tile.kind].hasBars ? 'shadow' : 'line'),
    series: data.series.flatMap((_, index) =>
      isDrawn(content, index) ? [toAxisSeries(content, axes, style, index)] : [],
    ),
  };
}

/** Returns the names of a chart's categories, and their layout in a chart of this size. */
export function layOutCategories(
  { tile, data }: AxisContent,
  texts: ChartTexts,
  { width, height }: ChartSize,
): { names: string[]; layout: LabelLayout } {
  const { categories, categoryFormat } = data;
  const names = categories.map((category) => texts.writeCategory(category, categoryFormat));
  if (tile.horizontal) return { names, layout: layOutBeside(names.length, width, height) };
  const layout = layOutBelow(names, width, categoryFormat !== 'text');
  if (layout.interval === 0 && layout.rotate === undefined) return { names, layout };
  const places = chooseDateLabels(categories, names, categoryFormat, toPlotWidth(width));
  return { names, layout: places ? { interval: (place) => places.has(place) } : layout };
}

function toCategoryAxis(content: AxisContent, { palette, size, texts }: DrawingStyle) {
  const { tile } = content;
  const { names, layout } = layOutCategories(content, texts, size);
  const letters = Math.floor((layout.width ?? Infinity) / LETTER_WIDTH);
  const labels = toShortNames(names, letters, Math.floor(letters / 3));
  return {
    type: 'category',
    data: names,
    inverse: tile.horizontal ?? false,
    boundaryGap: AXIS_KINDS[tile.kind].hasBars,
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.muted,
      fontSize: LABEL_FONT_SIZE,
      formatter: (_: string, index: number) => labels[index],
      ...layout,
    },
    ...(tile.categoryTitle && {
      name: texts.writeName(tile.categoryTitle),
      nameTextStyle: { color: palette.muted, fontSize: LABEL_FONT_SIZE },
      ...(tile.horizontal ? toTitlePlace('left') : TITLE_IN_MIDDLE),
      // The first name of an inverse axis is at its top.
      ...(tile.horizontal && { nameLocation: 'start' }),
    }),
  };
}

function toOwnValueAxis(
  { tile }: AxisContent,
  axis: ChartAxis,
  index: number,
  style: DrawingStyle,
) {
  const fields = toValueAxis(axis, style);
  const align = index === 0 ? 'left' : 'right';
  return {
    ...fields,
    ...(tile.horizontal ? TITLE_IN_MIDDLE : toTitlePlace(align, fields.nameTextStyle)),
    // The lines of two axes would cross each other.
    ...(index > 0 && { splitLine: { show: false } }),
  };
}
