import type { ValueFormat } from '../dashboard/definition.ts';
import { LABEL_FONT_SIZE } from './category-labels.ts';
import type { DrawingStyle } from './chart-style.ts';

/** Returns the fields of an ECharts axis with numbers of a format. */
export function toValueAxis(format: ValueFormat, { palette, texts }: DrawingStyle) {
  return {
    type: 'value',
    // Integers have no fractional ticks.
    minInterval: format === 'integer' ? 1 : 0,
    splitLine: { lineStyle: { color: palette.line } },
    axisLabel: {
      color: palette.muted,
      fontSize: LABEL_FONT_SIZE,
      hideOverlap: true,
      formatter: (value: number) => texts.writeCompact(value, format),
    },
  };
}
