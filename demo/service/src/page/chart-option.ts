import type { EChartsCoreOption } from 'echarts/core';
import type { AxisTile, ShareTile } from '../dashboard/definition.ts';
import type { Row } from '../database/database.ts';
import { LABEL_FONT_SIZE, layOutBelow, layOutBeside } from './category-labels.ts';
import { ChartTexts } from './chart-texts.ts';
import type { Direction } from './page-locale.ts';
import type { Palette } from './palette.ts';
import { toSeriesLook } from './series-look.ts';
import { type SharePart, toTotal } from './share-parts.ts';
import { estimateTextWidth } from './text-width.ts';
import { ValueFormatter } from './value-formatter.ts';

/** A chart and the data that it shows. */
export type ChartContent = AxisContent | ShareContent;

interface AxisContent {
  tile: AxisTile;
  rows: Row[];
  /** ISO 4217 code. */
  currency: string;
}

interface ShareContent {
  tile: ShareTile;
  parts: readonly SharePart[];
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

/** The size and look of a drawing. */
interface DrawingStyle {
  palette: Palette;
  size: ChartSize;
  texts: ChartTexts;
}

type Drawing = AxisContent & DrawingStyle;
type ShareDrawing = ShareContent & DrawingStyle;

/** The page's own face, without names that need quotes: ECharts writes it into attributes as it stands. */
const FONT = 'system-ui, -apple-system, Roboto, Arial, sans-serif';
/** The part of its box that a ring fills, the hole's part of the ring, and the text's part of the hole. */
const SHARE_FILL = 0.92;
const HOLE = 0.64;
const CENTER_FILL = 0.84;
const CENTER_FONT_SIZE = 20;
const LEAST_FONT_SIZE = 11;

/** Returns what ECharts draws for a tile: the same on the server and in the browser. */
export function toChartOption(
  content: ChartContent,
  { palette, formats, direction }: ChartStyle,
  size: ChartSize,
): EChartsCoreOption {
  const texts = new ChartTexts(new ValueFormatter(formats, content.currency), direction);
  return {
    animation: false,
    textStyle: { fontFamily: FONT, color: palette.muted },
    color: [...palette.series],
    ...('rows' in content
      ? toAxisOption({ ...content, palette, size, texts })
      : toShareOption({ ...content, palette, size, texts })),
  };
}

/** Bars or lines alone: their legend is HTML, above them. */
function toAxisOption(drawing: Drawing): EChartsCoreOption {
  const { tile, palette, texts } = drawing;
  const { categoryAxis, valueAxis } = toAxes(drawing);
  return {
    grid: {
      left: 0,
      right: tile.horizontal ? 20 : 12,
      top: 12,
      bottom: 4,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: tile.horizontal ? valueAxis : categoryAxis,
    yAxis: tile.horizontal ? categoryAxis : valueAxis,
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
    series: tile.series.map((_, index) => toSeries(drawing, index)),
  };
}

function toAxes({ tile, rows, palette, size: { width, height }, texts }: Drawing) {
  const { categoryFormat = 'text' } = tile;
  const categories = rows.map((row) => texts.write(row[tile.category], categoryFormat));
  const categoryAxis = {
    type: 'category',
    data: categories,
    inverse: tile.horizontal ?? false,
    boundaryGap: tile.kind === 'bar',
    axisTick: { show: false },
    axisLine: { lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.muted,
      fontSize: LABEL_FONT_SIZE,
      ...(tile.horizontal
        ? layOutBeside(categories.length, width, height)
        : layOutBelow(categories, width, categoryFormat === 'month')),
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
      fontSize: LABEL_FONT_SIZE,
      hideOverlap: true,
      formatter: (value: number) => texts.writeCompact(value, tile.format),
    },
  };
  return { categoryAxis, valueAxis };
}

function toSeries({ tile, rows, palette, texts }: Drawing, index: number) {
  const { column, label } = tile.series[index]!;
  const { color, isDashed } = toSeriesLook(tile, index, palette);
  const name = texts.write(label, 'text');
  const data = rows.map((row) => (row[column] === null ? null : Number(row[column])));
  if (tile.kind === 'bar') {
    const radius = tile.horizontal ? [0, 4, 4, 0] : [4, 4, 0, 0];
    return {
      type: 'bar',
      name,
      data,
      color,
      barMaxWidth: tile.horizontal ? 18 : 30,
      ...(tile.stacked ? { stack: 'all' } : { itemStyle: { borderRadius: radius } }),
    };
  }
  return {
    type: 'line',
    name,
    data,
    color,
    z: isDashed ? 2 : 3,
    showSymbol: rows.length === 1,
    symbolSize: 7,
    lineStyle: { width: isDashed ? 2 : 2.5, type: isDashed ? [5, 5] : 'solid' },
    ...(isDashed || tile.format === 'percent' ? {} : { areaStyle: { color, opacity: 0.1 } }),
  };
}

/** The ring or pie alone: its legend is HTML, next to it. */
function toShareOption({ tile, parts, palette, size, texts }: ShareDrawing): EChartsCoreOption {
  const radius = (Math.min(size.width, size.height) / 2) * SHARE_FILL;
  const hole = tile.kind === 'donut' ? radius * HOLE : 0;
  return {
    tooltip: {
      ...toTooltip(palette),
      trigger: 'item',
      valueFormatter: (value: unknown) => texts.write(value, tile.format),
    },
    title: toCenterText(texts.writeCompact(toTotal(parts), tile.format), hole, size, palette),
    series: {
      type: 'pie',
      name: tile.title,
      data: parts.map(({ name, value }) => ({ name: texts.write(name, 'text'), value })),
      radius: [hole, radius],
      label: { show: false },
      itemStyle: { borderColor: palette.surface, borderWidth: 2 },
      emphasis: { scaleSize: 4 },
    },
  };
}

/** A donut's total in its hole, in a size that fits. Hidden where that size could not be read. */
function toCenterText(text: string, hole: number, { width, height }: ChartSize, palette: Palette) {
  const room = hole * 2 * CENTER_FILL;
  const fitting = (CENTER_FONT_SIZE * room) / estimateTextWidth(text, CENTER_FONT_SIZE, true);
  const fontSize = Math.min(CENTER_FONT_SIZE, Math.floor(fitting));
  return {
    show: fontSize >= LEAST_FONT_SIZE,
    text,
    left: width / 2,
    top: height / 2,
    padding: 0,
    textAlign: 'center',
    textVerticalAlign: 'middle',
    textStyle: { fontFamily: FONT, fontSize, fontWeight: 600, color: palette.ink },
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
