import { toAxisStart } from './axis-start.ts';
import { layOutCategories } from './axis-option.ts';
import { type ChartSize, type ChartStyle, toTexts } from './chart-style.ts';
import type { AxisContent, ChartContent } from './tile-data.ts';

/** Returns the notes below a chart of this size: the start of its axis, and the number of omitted parts and labels. */
export function toChartNotes(content: ChartContent, style: ChartStyle, size: ChartSize): string[] {
  if (content.kind !== 'axis') return [];
  const { words } = style;
  const texts = toTexts(style);
  const count = (template: string, part: number, total: number): string =>
    template
      .replace('{count}', texts.write(part, 'integer'))
      .replace('{total}', texts.write(total, 'integer'));
  const { data, tile } = content;
  const start = toAxisStart(content);
  const [shown, total] = countNames(content, style, size);
  return [
    ...(start > 0
      ? [words.axisStart.replace('{value}', texts.writeCompact(start, tile.format))]
      : []),
    ...(data.omitted > 0
      ? [count(words.partsShown, data.series.length, data.series.length + data.omitted)]
      : []),
    ...(shown * 2 < total ? [count(words.labelsShown, shown, total)] : []),
  ];
}

function countNames(content: AxisContent, style: ChartStyle, size: ChartSize): [number, number] {
  const { names, layout } = layOutCategories(content, toTexts(style), size);
  return [Math.ceil(names.length / (layout.interval + 1)), names.length];
}
