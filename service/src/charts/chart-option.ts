import type { EChartsCoreOption } from 'echarts/core';
import { toAxisOption } from './axis-option.ts';
import {
  type ChartSize,
  type ChartStyle,
  type DrawingStyle,
  FONT,
  toTexts,
} from './chart-style.ts';
import { toHistogramOption } from './histogram-option.ts';
import { toScatterOption } from './scatter-option.ts';
import { toShareOption } from './share-option.ts';
import type { ChartContent } from '../tiles/tile-data.ts';

/** Returns ECharts' option for a tile. The server and the browser use the same one. */
export function toChartOption(
  content: ChartContent,
  style: ChartStyle,
  size: ChartSize,
): EChartsCoreOption {
  const { palette } = style;
  return {
    animation: false,
    textStyle: { fontFamily: FONT, color: palette.muted },
    color: [...palette.series],
    ...toOwnOption(content, { palette, size, texts: toTexts(style) }),
  };
}

function toOwnOption(content: ChartContent, style: DrawingStyle) {
  switch (content.kind) {
    case 'shares':
      return toShareOption(content, style);
    case 'scatter':
      return toScatterOption(content, style);
    case 'histogram':
      return toHistogramOption(content, style);
    default:
      return toAxisOption(content, style);
  }
}
