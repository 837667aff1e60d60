import type { EChartsCoreOption } from 'echarts/core';
import type { AxisTile, ChartTile, ShareTile } from '../dashboard/definition.ts';
import type { Row } from '../database/database.ts';
import type { Palette } from './palette.ts';
import { formatCompact, formatValue } from './value-format.ts';

/** A chart and the rows that it shows. */
export interface ChartContent {
  tile: ChartTile;
  rows: Row[];
  /** ISO 4217 code. */
  currency: string;
}

/** The box to be drawn in, in CSS pixels. */
export interface ChartSize {
  width: number;
  height: number;
}

/** The page's own face, without names that need quotes: ECharts writes it into attributes as it stands. */
const FONT = 'system-ui, -apple-system, Roboto, Arial, sans-serif';
const NARROW = 380;

/** What ECharts draws for a tile: the same on the server and in the browser. */
export function toChartOption(
  content: ChartContent,
  palette: Palette,
  size: ChartSize,
): EChartsCoreOption {
  const { tile, rows, currency } = content;
  return {
    animation: false,
    textStyle: { fontFamily: FONT, color: palette.muted },
    color: [...palette.series],
    ...('series' in tile
      ? toAxisOption(tile, rows, currency, palette, size)
      : toShareOption(tile, rows, currency, palette, size)),
  };
}

function toAxisOption(
  tile: AxisTile,
  rows: Row[],
  currency: string,
  palette: Palette,
  { width }: ChartSize,
): EChartsCoreOption {
  const several = tile.series.length > 1;
  const { categoryAxis, valueAxis } = toAxes(tile, rows, currency, palette, width);
  return {
    grid: {
      left: 0,
      right: tile.horizontal ? 20 : 12,
      // A legend of many names takes two lines where the box is narrow.
      top: several ? (width < NARROW && tile.series.length > 2 ? 62 : 40) : 12,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: tile.horizontal ? valueAxis : categoryAxis,
    yAxis: tile.horizontal ? categoryAxis : valueAxis,
    legend: { ...toLegend(palette), show: several, left: 0, top: 0 },
    tooltip: {
      ...toTooltip(palette),
      trigger: 'axis',
      axisPointer: {
        type: tile.kind === 'bar' ? 'shadow' : 'line',
        lineStyle: { color: palette.muted },
        shadowStyle: { color: palette.muted, opacity: 0.1 },
      },
      valueFormatter: (value: unknown) => formatValue(value, tile.format, currency),
    },
    series: tile.series.map((_, index) => toSeries(tile, rows, index, palette)),
  };
}

function toAxes(tile: AxisTile, rows: Row[], currency: string, palette: Palette, width: number) {
  const categories = rows.map((row) =>
    formatValue(row[tile.category], tile.categoryFormat ?? 'text', currency),
  );
  const categoryAxis = {
    type: 'category',
    data: categories,
    inverse: tile.horizontal ?? false,
    boundaryGap: tile.kind === 'bar',
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.muted,
      fontSize: 12,
      hideOverlap: !tile.horizontal,
      ...(tile.horizontal
        ? { width: Math.min(170, width * 0.42), overflow: 'truncate', interval: 0 }
        : {}),
    },
  };
  const valueAxis = {
    type: 'value',
    splitNumber: tile.horizontal ? Math.max(2, Math.floor(width / 130)) : 4,
    scale: tile.kind === 'line' && tile.format === 'percent',
    // Nothing is counted by halves.
    minInterval: tile.format === 'integer' ? 1 : 0,
    splitLine: { lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.muted,
      fontSize: 12,
      hideOverlap: true,
      formatter: (value: number) => formatCompact(value, tile.format, currency),
    },
  };
  return { categoryAxis, valueAxis };
}

function toSeries(tile: AxisTile, rows: Row[], index: number, palette: Palette) {
  const { column, label } = tile.series[index]!;
  const data = rows.map((row) => (row[column] === null ? null : Number(row[column])));
  if (tile.kind === 'bar') {
    const radius = tile.horizontal ? [0, 4, 4, 0] : [4, 4, 0, 0];
    return {
      type: 'bar',
      name: label,
      data,
      barMaxWidth: tile.horizontal ? 18 : 30,
      ...(tile.stacked ? { stack: 'all' } : { itemStyle: { borderRadius: radius } }),
    };
  }
  const compared = index > 0;
  const color = compared ? palette.comparison : palette.series[0]!;
  return {
    type: 'line',
    name: label,
    data,
    color,
    z: compared ? 2 : 3,
    showSymbol: rows.length === 1,
    symbolSize: 7,
    lineStyle: { width: compared ? 2 : 2.5, type: compared ? [5, 5] : 'solid' },
    ...(compared || tile.format === 'percent' ? {} : { areaStyle: { color, opacity: 0.1 } }),
  };
}

/** What the parts of a whole come to, by their names: rows of one name are one part. */
function toValues(tile: ShareTile, rows: Row[], currency: string): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const row of rows) {
    const name = formatValue(row[tile.category], 'text', currency);
    values.set(name, (values.get(name) ?? 0) + Number(row[tile.value]));
  }
  return values;
}

function toShareOption(
  tile: ShareTile,
  rows: Row[],
  currency: string,
  palette: Palette,
  size: ChartSize,
): EChartsCoreOption {
  const values = toValues(tile, rows, currency);
  const total = [...values.values()].reduce((sum, value) => sum + value, 0);
  const shareOf = (name: string): string =>
    formatCompact(total ? values.get(name)! / total : 0, 'percent', currency);
  const layout = toShareLayout(size);
  return {
    legend: {
      ...toLegend(palette),
      ...layout.legend,
      formatter: (name: string) => `{name|${name}} {share|${shareOf(name)}}`,
    },
    tooltip: {
      ...toTooltip(palette),
      trigger: 'item',
      valueFormatter: (value: unknown) => formatValue(value, tile.format, currency),
    },
    title: {
      show: tile.kind === 'donut',
      text: formatCompact(total, tile.format, currency),
      ...toTitlePlace(layout.center, palette),
    },
    series: {
      type: 'pie',
      name: tile.title,
      data: Array.from(values, ([name, value]) => ({ name, value })),
      center: layout.center,
      radius: [tile.kind === 'donut' ? layout.radius * 0.64 : 0, layout.radius],
      label: { show: false },
      itemStyle: { borderColor: palette.surface, borderWidth: 2 },
      emphasis: { scaleSize: 4 },
    },
  };
}

/** Ring and legend side by side, or one above the other where the box is narrow. */
function toShareLayout({ width, height }: ChartSize) {
  return width < NARROW
    ? {
        radius: Math.min(height * 0.68, width * 0.52) / 2,
        center: [width / 2, height * 0.36] as const,
        legend: { orient: 'horizontal', left: 'center', bottom: 0, itemGap: 12 },
      }
    : {
        radius: Math.min(height * 0.86, width * 0.52) / 2,
        center: [width * 0.28, height / 2] as const,
        legend: { orient: 'vertical', left: width * 0.57, top: 'middle', itemGap: 12 },
      };
}

/** Puts a donut's total into the middle of its ring. */
function toTitlePlace([x, y]: readonly [number, number], palette: Palette) {
  return {
    left: x,
    top: y - 11,
    padding: 0,
    textAlign: 'center',
    textStyle: { fontFamily: FONT, fontSize: 20, fontWeight: 600, color: palette.ink },
  };
}

function toLegend(palette: Palette) {
  return {
    icon: 'roundRect',
    itemWidth: 12,
    itemHeight: 12,
    padding: 0,
    inactiveColor: palette.comparison,
    textStyle: {
      color: palette.muted,
      fontSize: 13,
      rich: {
        name: { color: palette.muted, fontSize: 13 },
        share: { color: palette.ink, fontSize: 13, fontWeight: 600 },
      },
    },
  };
}

function toTooltip(palette: Palette) {
  return {
    confine: true,
    backgroundColor: palette.surface,
    borderColor: palette.line,
    textStyle: { color: palette.ink, fontFamily: FONT, fontSize: 13 },
  };
}
