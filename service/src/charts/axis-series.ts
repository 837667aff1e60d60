import { AXIS_KINDS } from '../dashboard/axis-kinds.ts';
import type { AxisTile } from '../dashboard/definition.ts';
import type { ChartAxis } from './chart-axes.ts';
import { isChosenMark, toMarkStyle } from '../tiles/chosen-marks.ts';
import type { DrawingStyle } from './chart-style.ts';
import { toLineStyle, toPoints } from './line-style.ts';
import type { ReferenceLine } from '../tiles/reference-lines.ts';
import { toSeriesStyle } from './series-style.ts';
import { isLine, isSecond, isWithMarks, toSetting } from '../tiles/series-setting.ts';
import type { AxisContent } from '../tiles/tile-data.ts';

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
  const series = toSeriesStyle(content, index, palette);
  const at = isSecond(tile, setting) ? 1 : 0;
  const isDrawnAsLine = isLine(tile, setting);
  const base = {
    id: `${index} ${column}`,
    name: texts.writeName(label),
    color: series.color,
    ...(at === 1 && { yAxisIndex: at }),
    ...(tile.stacked && !isDrawnAsLine && { stack: `axis ${at}` }),
    tooltip: { valueFormatter: (value: unknown) => texts.write(value, axes[at]!.shown) },
    ...(index === findMarked(content) && toMarks(content, style)),
  };
  const isChosen = (place: number) => isChosenMark(content.chosen, { series: index, place });
  if (AXIS_KINDS[tile.kind].hasBars && !isDrawnAsLine) {
    const bars = values.map((value, place) => ({
      value,
      itemStyle: toMarkStyle(isChosen(place), palette),
    }));
    return { ...base, ...toBars(tile), data: content.chosen ? bars : values };
  }
  const points = tile.stacked && !isDrawnAsLine ? toStackable(content, values) : values;
  return {
    ...base,
    ...toLineStyle(content, index, axes[at]!, series),
    type: 'line',
    data: content.chosen?.places ? toPoints(points, isChosen, palette) : points,
    connectNulls: data.isIrregular ?? false,
    z: series.isDashed ? 2 : 3,
  };
}

function toBars({ horizontal, stacked }: AxisTile) {
  const radius = horizontal ? [0, 4, 4, 0] : [4, 4, 0, 0];
  return {
    type: 'bar',
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
