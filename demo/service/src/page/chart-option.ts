import type { EChartsCoreOption } from 'echarts/core';
import type { AxisTile, ChartTile, ShareTile } from '../dashboard/definition.ts';
import type { Row } from '../database/database.ts';
import { ChartTexts } from './chart-texts.ts';
import type { Direction } from './page-locale.ts';
import type { Palette } from './palette.ts';
import { estimateTextWidth } from './text-width.ts';
import { ValueFormatter } from './value-formatter.ts';

/** A chart and the rows that it shows. */
export interface ChartContent {
  tile: ChartTile;
  rows: Row[];
  /** ISO 4217 code. */
  currency: string;
}

/** The look of all charts of a page. */
export interface ChartStyle {
  palette: Palette;
  /** The locale of numbers and dates. */
  formats: string;
  direction: Direction;
}

/** The size of a chart, in CSS pixels. */
export interface ChartSize {
  width: number;
  height: number;
}

interface Drawing<DrawnTile extends ChartTile> {
  tile: DrawnTile;
  rows: Row[];
  palette: Palette;
  size: ChartSize;
  texts: ChartTexts;
}

/** The page's own face, without names that need quotes: ECharts writes it into attributes as it stands. */
const FONT = 'system-ui, -apple-system, Roboto, Arial, sans-serif';
const NARROW = 380;
const LEGEND_FONT_SIZE = 13;
const LEGEND_ICON_SIZE = 12;

/** Returns what ECharts draws for a tile: the same on the server and in the browser. */
export function toChartOption(
  { tile, rows, currency }: ChartContent,
  { palette, formats, direction }: ChartStyle,
  size: ChartSize,
): EChartsCoreOption {
  const texts = new ChartTexts(new ValueFormatter(formats, currency), direction);
  return {
    animation: false,
    textStyle: { fontFamily: FONT, color: palette.muted },
    color: [...palette.series],
    ...('series' in tile
      ? toAxisOption({ tile, rows, palette, size, texts })
      : toShareOption({ tile, rows, palette, size, texts })),
  };
}

function toAxisOption(drawing: Drawing<AxisTile>): EChartsCoreOption {
  const { tile, palette, size, texts } = drawing;
  const several = tile.series.length > 1;
  const { categoryAxis, valueAxis } = toAxes(drawing);
  const names = tile.series.map(({ label }) => texts.write(label, 'text'));
  const isWrapped = names.reduce((sum, name) => sum + toLegendWidth(name), 0) > size.width;
  return {
    grid: {
      left: 0,
      right: tile.horizontal ? 20 : 12,
      top: several ? (isWrapped ? 62 : 40) : 12,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: tile.horizontal ? valueAxis : categoryAxis,
    yAxis: tile.horizontal ? categoryAxis : valueAxis,
    legend: {
      ...toLegend(palette),
      show: several,
      top: 0,
      // ECharts breaks lines only from left to right.
      ...(isWrapped
        ? { data: names, left: 0 }
        : { data: texts.inReadingOrder(names), align: texts.start, [texts.start]: 0 }),
    },
    tooltip: {
      ...toTooltip(palette),
      trigger: 'axis',
      axisPointer: {
        type: tile.kind === 'bar' ? 'shadow' : 'line',
        lineStyle: { color: palette.muted },
        shadowStyle: { color: palette.muted, opacity: 0.1 },
      },
      valueFormatter: (value: unknown) => texts.write(value, tile.format),
    },
    series: names.map((name, index) => toSeries(drawing, name, index)),
  };
}

function toAxes({ tile, rows, palette, size: { width }, texts }: Drawing<AxisTile>) {
  const categories = rows.map((row) =>
    texts.write(row[tile.category], tile.categoryFormat ?? 'text'),
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
      formatter: (value: number) => texts.writeCompact(value, tile.format),
    },
  };
  return { categoryAxis, valueAxis };
}

function toSeries({ tile, rows, palette }: Drawing<AxisTile>, name: string, index: number) {
  const { column } = tile.series[index]!;
  const data = rows.map((row) => (row[column] === null ? null : Number(row[column])));
  if (tile.kind === 'bar') {
    const radius = tile.horizontal ? [0, 4, 4, 0] : [4, 4, 0, 0];
    return {
      type: 'bar',
      name,
      data,
      barMaxWidth: tile.horizontal ? 18 : 30,
      ...(tile.stacked ? { stack: 'all' } : { itemStyle: { borderRadius: radius } }),
    };
  }
  const compared = index > 0;
  const color = compared ? palette.comparison : palette.series[0]!;
  return {
    type: 'line',
    name,
    data,
    color,
    z: compared ? 2 : 3,
    showSymbol: rows.length === 1,
    symbolSize: 7,
    lineStyle: { width: compared ? 2 : 2.5, type: compared ? [5, 5] : 'solid' },
    ...(compared || tile.format === 'percent' ? {} : { areaStyle: { color, opacity: 0.1 } }),
  };
}

/** The values of the parts of a whole, by their names: rows of one name are one part. */
function toValues({ tile, rows, texts }: Drawing<ShareTile>): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const row of rows) {
    const name = texts.write(row[tile.category], 'text');
    values.set(name, (values.get(name) ?? 0) + Number(row[tile.value]));
  }
  return values;
}

function toShareOption(drawing: Drawing<ShareTile>): EChartsCoreOption {
  const { tile, palette, texts } = drawing;
  const values = toValues(drawing);
  const total = [...values.values()].reduce((sum, value) => sum + value, 0);
  const layout = toShareLayout(drawing);
  const toLegendText = (name: string): string => {
    const share = texts.writeCompact(total ? values.get(name)! / total : 0, 'percent');
    const parts = [`{name|${name}}`, `{share|${share}}`];
    return (layout.isNarrow ? parts : texts.inReadingOrder(parts)).join(' ');
  };
  return {
    legend: { ...toLegend(palette), ...layout.legend, formatter: toLegendText },
    tooltip: {
      ...toTooltip(palette),
      trigger: 'item',
      valueFormatter: (value: unknown) => texts.write(value, tile.format),
    },
    title: {
      show: tile.kind === 'donut',
      text: texts.writeCompact(total, tile.format),
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

/** Ring and legend next to each other, or one above the other in a narrow box. */
function toShareLayout({ size: { width, height }, texts }: Drawing<ShareTile>) {
  const { start } = texts;
  const x = width * 0.28;
  return width < NARROW
    ? {
        isNarrow: true,
        radius: Math.min(height * 0.68, width * 0.52) / 2,
        center: [width / 2, height * 0.36] as const,
        legend: { orient: 'horizontal', left: 'center', bottom: 0, itemGap: 12 },
      }
    : {
        isNarrow: false,
        radius: Math.min(height * 0.86, width * 0.52) / 2,
        center: [start === 'left' ? x : width - x, height / 2] as const,
        legend: {
          orient: 'vertical',
          align: start,
          [start]: width * 0.57,
          top: 'middle',
          itemGap: 12,
        },
      };
}

/** Puts a donut's total into the center of its ring. */
function toTitlePlace([x, y]: readonly [number, number], palette: Palette) {
  return {
    left: x,
    top: y - 11,
    padding: 0,
    textAlign: 'center',
    textStyle: { fontFamily: FONT, fontSize: 20, fontWeight: 600, color: palette.ink },
  };
}

/** The room that a name takes in a legend, with its icon and the gap to the next one. */
function toLegendWidth(name: string): number {
  return estimateTextWidth(name, LEGEND_FONT_SIZE) + LEGEND_ICON_SIZE + 15;
}

function toLegend(palette: Palette) {
  return {
    icon: 'roundRect',
    itemWidth: LEGEND_ICON_SIZE,
    itemHeight: LEGEND_ICON_SIZE,
    padding: 0,
    inactiveColor: palette.comparison,
    textStyle: {
      color: palette.muted,
      fontSize: LEGEND_FONT_SIZE,
      rich: {
        name: { color: palette.muted, fontSize: LEGEND_FONT_SIZE },
        share: { color: palette.ink, fontSize: LEGEND_FONT_SIZE, fontWeight: 600 },
      },
    },
  };
}

function toTooltip(palette: Palette) {
  return {
    className: 'chart-tooltip',
    confine: true,
    backgroundColor: palette.surface,
    borderColor: palette.line,
    textStyle: { color: palette.ink, fontFamily: FONT, fontSize: 13 },
  };
}
