import { LABEL_FONT_SIZE, type LabelLayout, layOutBelow, layOutBeside } from './category-labels.ts';
import { toAxisStart } from './axis-start.ts';
import { type ChartSize, type DrawingStyle, GRID, toTooltip } from './chart-style.ts';
import type { ChartTexts } from './chart-texts.ts';
import { toSeriesLook } from './series-look.ts';
import type { AxisContent } from './tile-data.ts';
import { toValueAxis } from './value-axis.ts';

/** Returns ECharts' option for bars, lines or areas. Their legend is HTML, above them. */
export function toAxisOption(content: AxisContent, style: DrawingStyle) {
  const { tile, data } = content;
  const { palette, texts } = style;
  const [categoryAxis, valueAxis] = [
    toCategoryAxis(content, style),
    toOwnValueAxis(content, style),
  ];
  return {
    grid: { ...GRID, right: tile.horizontal ? 20 : 12, top: 12, bottom: 4 },
    xAxis: tile.horizontal ? valueAxis : categoryAxis,
    yAxis: tile.horizontal ? categoryAxis : valueAxis,
    tooltip: {
      ...toTooltip(style),
      trigger: 'axis',
      axisPointer: {
        type: tile.kind === 'bar' ? 'shadow' : 'line',
        lineStyle: { color: palette.muted },
        shadowStyle: { color: palette.muted, opacity: 0.1 },
      },
      valueFormatter: (value: unknown) => texts.write(value, tile.format),
    },
    series: data.series.map((_, index) => toSeries(content, style, index)),
  };
}

/** Returns the names of a chart's categories, and their layout in a chart of this size. */
export function layOutCategories(
  { tile, data }: AxisContent,
  texts: ChartTexts,
  { width, height }: ChartSize,
): { names: string[]; layout: LabelLayout } {
  const names = data.categories.map((category) => texts.write(category, data.categoryFormat));
  const isOrdered = data.categoryFormat !== 'text';
  const layout = tile.horizontal
    ? layOutBeside(names.length, width, height)
    : layOutBelow(names, width, isOrdered);
  return { names, layout };
}

function toCategoryAxis(content: AxisContent, { palette, size, texts }: DrawingStyle) {
  const { tile } = content;
  const { names, layout } = layOutCategories(content, texts, size);
  return {
    type: 'category',
    data: names,
    inverse: tile.horizontal ?? false,
    boundaryGap: tile.kind === 'bar',
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
    axisLabel: { color: palette.muted, fontSize: LABEL_FONT_SIZE, ...layout },
  };
}

function toOwnValueAxis(content: AxisContent, style: DrawingStyle) {
  const { tile } = content;
  const start = toAxisStart(content);
  return {
    ...toValueAxis(tile.format, style),
    splitNumber: tile.horizontal ? Math.max(2, Math.floor(style.size.width / 130)) : 4,
    ...(start > 0 && { min: start }),
  };
}

function toSeries(content: AxisContent, { palette, texts }: DrawingStyle, index: number) {
  const { tile, data } = content;
  const { label, values } = data.series[index]!;
  const { color, isDashed } = toSeriesLook(tile, data, index, palette);
  const base = {
    name: texts.write(label, 'text'),
    color,
    ...(tile.stacked && { stack: 'all' }),
  };
  if (tile.kind === 'bar') {
    const radius = tile.horizontal ? [0, 4, 4, 0] : [4, 4, 0, 0];
    return {
      ...base,
      type: 'bar',
      data: values,
      barMaxWidth: tile.horizontal ? 18 : 30,
      ...(!tile.stacked && { itemStyle: { borderRadius: radius } }),
    };
  }
  return {
    ...base,
    ...toLineLook(content, isDashed),
    type: 'line',
    // Stacked values have no gaps.
    data: tile.stacked ? values.map((value) => value ?? 0) : values,
    connectNulls: data.isFilled,
    z: isDashed ? 2 : 3,
  };
}

function toLineLook({ tile, data }: AxisContent, isDashed: boolean) {
  const isArea = tile.kind === 'area';
  // A single line has a light area, unless the axis starts above zero.
  const isFaint = tile.kind === 'line' && data.series.length <= 2 && tile.format !== 'percent';
  const opacity = isArea ? (tile.stacked ? 0.75 : 0.25) : 0.1;
  return {
    // A point between two gaps has no line, so it needs a symbol.
    showSymbol: data.series.some(({ values }) => values.some((_, at) => isIsolated(values, at))),
    symbolSize: 7,
    lineStyle: { width: isDashed ? 2 : 2.5, type: isDashed ? [5, 5] : 'solid' },
    ...((isArea || (isFaint && !isDashed)) && { areaStyle: { opacity } }),
  };
}

function isIsolated(values: (number | null)[], at: number): boolean {
  return (
    values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
  );
}
