import { AXIS_KINDS } from '../dashboard/axis-kinds.ts';
import type { AxisTile } from '../dashboard/definition.ts';
import type { ChartAxis } from './chart-axes.ts';
import type { DrawingStyle } from './chart-style.ts';
import type { ReferenceLine } from './reference-lines.ts';
import { toSeriesLook } from './series-look.ts';
import { isLine, isSecond, isWithMarks, toSetting } from './series-setting.ts';
import type { AxisContent } from './tile-data.ts';

/** Returns whether a series is in the drawing. */
export function isDrawn({ only, hidden = [] }: AxisContent, index: number): boolean {
  return only === undefined ? !hidden.includes(index) : only === index;
}

/** Returns an ECharts series of bars, a line or an area. */
export function toAxisSeries(
  content: AxisContent,
  axes: readonly ChartAxis[],
  style: DrawingStyle,
  index: number,
) {
  const { tile, data } = content;
  const { palette, texts } = style;
  const { column, label, values } = data.series[index]!;
  const setting = toSetting(tile, index);
  const look = toSeriesLook(content, index, palette);
  const at = isSecond(tile, setting) ? 1 : 0;
  const isDrawnAsLine = isLine(tile, setting);
  const base = {
    id: `${index} ${column}`,
    name: texts.writeName(label),
    color: look.color,
    ...(at === 1 && { yAxisIndex: at }),
    ...(tile.stacked && !isDrawnAsLine && { stack: `axis ${at}` }),
    tooltip: { valueFormatter: (value: unknown) => texts.write(value, axes[at]!.shown) },
    ...(index === findMarked(content) && toMarks(content, style)),
  };
  if (AXIS_KINDS[tile.kind].hasBars && !isDrawnAsLine) return { ...base, ...toBars(tile, values) };
  return {
    ...base,
    ...toLineLook(content, axes[at]!, look.isDashed, isDrawnAsLine),
    type: 'line',
    data: tile.stacked && !isDrawnAsLine ? toStackable(content, values) : values,
    connectNulls: data.isIrregular ?? false,
    z: look.isDashed ? 2 : 3,
  };
}

function toBars({ horizontal, stacked }: AxisTile, values: (number | null)[]) {
  const radius = horizontal ? [0, 4, 4, 0] : [4, 4, 0, 0];
  return {
    type: 'bar',
    data: values,
    barMaxWidth: horizontal ? 18 : 30,
    ...(!stacked && { itemStyle: { borderRadius: radius } }),
  };
}

/** Returns stacked values: zero for a missing one, and a gap only if all are missing. */
function toStackable({ data }: AxisContent, values: (number | null)[]): (number | null)[] {
  return values.map((value, index) => {
    const isMissing = data.series.every((each) => each.values[index] === null);
    return value ?? (isMissing ? null : 0);
  });
}

function toLineLook(
  { tile, data, only }: AxisContent,
  { scale }: ChartAxis,
  isDashed: boolean,
  isDrawnAsLine: boolean,
) {
  // The light area below a single line would lie about its height unless the axis has zero.
  const hasZero = !scale.isLog && scale.min <= 0 && scale.max >= 0;
  const { isLine: areLines } = AXIS_KINDS[tile.kind];
  // The areas below two lines would cover each other.
  const solid = data.series.filter((_, at) => !toSetting(tile, at).comparison);
  const isSingle = only !== undefined || solid.length === 1;
  const isFaint = areLines && isSingle && hasZero && !isDashed;
  const opacity = isDrawnAsLine ? 0.1 : tile.stacked ? 0.75 : 0.25;
  return {
    // A point between two gaps has no line, so it needs a symbol.
    showSymbol: data.series.some(({ values }) => values.some((_, at) => isIsolated(values, at))),
    symbolSize: 7,
    lineStyle: { width: isDashed ? 2 : 2.5, type: isDashed ? [5, 5] : 'solid' },
    ...((isFaint || !isDrawnAsLine) && { areaStyle: { opacity } }),
  };
}

function isIsolated(values: (number | null)[], at: number): boolean {
  return (
    values[at] !== null && (values[at - 1] ?? null) === null && (values[at + 1] ?? null) === null
  );
}

/** Returns the series that has the reference lines and bands; -1 if none can have them. */
function findMarked(content: AxisContent): number {
  const { tile, data } = content;
  return data.series.findIndex((_, index) => isDrawn(content, index) && isWithMarks(tile, index));
}

/** Returns the reference lines and bands. */
function toMarks({ tile, references = [] }: AxisContent, { palette }: DrawingStyle) {
  const key = tile.horizontal ? 'xAxis' : 'yAxis';
  const isBand = ({ to }: ReferenceLine): boolean => to !== undefined;
  const lines = references.filter((each) => !isBand(each));
  const bands = references.filter(isBand);
  return {
    ...(lines.length > 0 && {
      markLine: {
        silent: true,
        symbol: 'none',
        label: { show: false },
        lineStyle: { color: palette.ink, width: 1.5, type: [6, 4] },
        data: lines.map(({ from }) => ({ [key]: from })),
      },
    }),
    ...(bands.length > 0 && {
      markArea: {
        silent: true,
        itemStyle: { color: palette.muted, opacity: 0.15 },
        data: bands.map(({ from, to }) => [{ [key]: from }, { [key]: to }]),
      },
    }),
  };
}
