import type { ScatterTile, TableColumn } from '../dashboard/definition.ts';
import { LABEL_FONT_SIZE } from './category-labels.ts';
import { type DrawingStyle, GRID, toTooltip } from './chart-style.ts';
import type { ChartTexts } from './chart-texts.ts';
import type { ScatterContent } from './tile-data.ts';
import { toValueAxis } from './value-axis.ts';

/** The room for the names of the axes, in CSS pixels. */
const NAME_ABOVE = 28;
const NAME_BELOW = 22;
/** The distance between the horizontal axis and its name, in CSS pixels. */
const NAME_GAP = 26;
/** The largest width of the values next to the plot. */
const VALUES_WIDTH = 110;
/** Charts with more points than this have smaller points. */
const MANY_POINTS = 200;

/** Returns ECharts' option for a scatter chart. Each axis has its name. */
export function toScatterOption({ tile, points }: ScatterContent, style: DrawingStyle) {
  const { palette, size, texts } = style;
  const x = toNamedAxis(tile.x, style);
  const y = toNamedAxis(tile.y, style);
  return {
    grid: { ...GRID, right: 16, top: NAME_ABOVE, bottom: NAME_BELOW },
    xAxis: {
      ...x,
      splitNumber: Math.max(2, Math.floor(size.width / 110)),
      nameLocation: 'middle',
      // Without points the axis has no values, so its name needs less distance.
      nameGap: points.length > 0 ? NAME_GAP : NAME_GAP / 2,
    },
    yAxis: {
      ...y,
      splitNumber: 4,
      nameGap: 12,
      nameTextStyle: { ...y.nameTextStyle, align: 'left' },
    },
    tooltip: {
      ...toTooltip(style),
      trigger: 'item',
      valueFormatter: (value: unknown) => writePair(value as [number, number], tile, texts),
    },
    series: {
      type: 'scatter',
      data: points.map(({ name, x: left, y: right }) => ({
        name: texts.write(name, 'text'),
        value: [left, right],
      })),
      symbolSize: points.length > MANY_POINTS ? 6 : 10,
      itemStyle: { color: palette.series[0], opacity: 0.7 },
    },
  };
}

function writePair([left, right]: [number, number], { x, y }: ScatterTile, texts: ChartTexts) {
  return `${texts.write(left, x.format)}, ${texts.write(right, y.format)}`;
}

function toNamedAxis({ label, format }: TableColumn, style: DrawingStyle) {
  const { palette, size, texts } = style;
  return {
    ...toValueAxis(format, style),
    scale: true,
    axisLine: { show: false, onZero: false },
    axisTick: { show: false },
    name: texts.write(label, 'text'),
    nameTextStyle: { color: palette.muted, fontSize: LABEL_FONT_SIZE },
    nameTruncate: { maxWidth: size.width - VALUES_WIDTH, ellipsis: '…' },
  };
}
