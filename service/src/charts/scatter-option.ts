import type { ScatterAxis } from '../dashboard/definition.ts';
import { type DrawingStyle, GRID, toTooltip } from './chart-style.ts';
import type { ChartTexts } from './chart-texts.ts';
import { isChosenMark, toMarkStyle } from '../tiles/chosen-marks.ts';
import type { ScatterContent } from '../tiles/tile-data.ts';
import {
  fitScale,
  TITLE_ABOVE,
  TITLE_BELOW,
  TITLE_GAP,
  toTitlePlace,
  toValueAxis,
} from './value-axis.ts';
import type { FittedStyle } from '../values/value-formatter.ts';
import {
  findLeastStep,
  toLogScale,
  toValueScale,
  type ValueScale,
  STEP_COUNT,
} from '../values/axis-scale.ts';

/** Charts with more points than this have smaller points. */
const MANY_POINTS = 200;

/** Returns ECharts' option for a scatter chart. Each axis has its name. */
export function toScatterOption({ tile, points, chosen }: ScatterContent, style: DrawingStyle) {
  const { palette, texts } = style;
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const toScale = (count: number): ValueScale => toScatterScale(xs, tile.x, count);
  const x = toNamedAxis(fitScale(toScale, tile.x, style), tile.x, style);
  const y = toNamedAxis(toScatterScale(ys, tile.y, STEP_COUNT), tile.y, style);
  const color = palette.series[0]!;
  const shown = { x: texts.fit(tile.x, xs), y: texts.fit(tile.y, ys) };
  return {
    grid: { ...GRID, right: 16, top: TITLE_ABOVE, bottom: TITLE_BELOW },
    xAxis: {
      ...x,
      nameLocation: 'middle',
      // Without points the axis has no values, so its name needs less distance.
      nameGap: points.length > 0 ? TITLE_GAP : TITLE_GAP / 2,
    },
    yAxis: { ...y, ...toTitlePlace('left', y.nameTextStyle) },
    tooltip: {
      ...toTooltip(style),
      trigger: 'item',
      valueFormatter: (value: unknown) => writePair(value as [number, number], shown, texts),
    },
    series: {
      type: 'scatter',
      data: points.map(({ name, x: left, y: right }, place) => ({
        name: texts.writeName(name),
        value: [left, right],
        itemStyle: toMarkStyle(isChosenMark(chosen, { series: 0, place }), palette),
      })),
      symbolSize: points.length > MANY_POINTS ? 6 : 10,
      // Points that overlap stay apart by their outlines.
      itemStyle: { color: `${color}99`, borderColor: color, borderWidth: 1 },
    },
  };
}

function writePair(
  [left, right]: [number, number],
  { x, y }: Record<'x' | 'y', FittedStyle>,
  texts: ChartTexts,
) {
  return `${texts.write(left, x)}, ${texts.write(right, y)}`;
}

function toScatterScale(values: number[], column: ScatterAxis, count: number): ValueScale {
  const isLog = column.logarithmic && values.every((value) => value > 0);
  if (isLog) return toLogScale(values, count);
  return toValueScale(values, { count, hasZero: false, leastStep: findLeastStep(column) });
}

function toNamedAxis(scale: ValueScale, column: ScatterAxis, style: DrawingStyle) {
  return {
    ...toValueAxis({ scale, style: column, title: column.label }, style),
    axisLine: { show: false, onZero: false },
    axisTick: { show: false },
  };
}
