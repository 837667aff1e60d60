import { layOutCategories } from './axis-option.ts';
import { toChartAxes } from './chart-axes.ts';
import { type ChartSize, type ChartStyle, toTexts } from './chart-style.ts';
import type { Omitted } from '../tiles/largest-parts.ts';
import type { AxisContent, ChartContent } from '../tiles/tile-data.ts';
import { areUtcTimes } from '../values/value-formatter.ts';

const INTEGER = { format: 'integer' } as const;

/** Returns the notes below a chart of this size: the start of its axis, and the number of omitted parts and labels. */
export function toChartNotes(content: ChartContent, style: ChartStyle, size: ChartSize): string[] {
  if (content.kind === 'shares') return toOmittedNotes(content, content.parts.length, style);
  if (content.kind !== 'axis') return [];
  const { words } = style;
  const texts = toTexts(style);
  const { data } = content;
  const axes = toChartAxes(content, { palette: style.palette, size, texts });
  const starts = axes.flatMap(({ scale, style: own }) => {
    // The end that is closest to zero.
    const start = scale.min > 0 ? scale.min : scale.max < 0 ? scale.max : null;
    return start === null || scale.isLog ? [] : [texts.writeTick(start, own, scale)];
  });
  const holes = (data.holes ?? []).map((ends) =>
    ends.map((end) => texts.writeCategory(end, data.categoryFormat)).join(' – '),
  );
  const [shown, total] = countNames(content, style, size);
  return [
    ...starts.map((start) => words.axisStart.replace('{value}', start)),
    ...toOmittedNotes(data, data.series.length, style),
    ...holes.map((hole) => `${words.noDataFor.replace('{values}', hole)}.`),
    ...(areUtcTimes(data.categories, data.categoryFormat) ? [words.utcTimes] : []),
    ...(shown * 2 < total ? [count(words.labelsShown, shown, total, style)] : []),
  ];
}

function toOmittedNotes(
  { omitted, areNewest }: Omitted,
  shown: number,
  style: ChartStyle,
): string[] {
  const { partsShown, newestShown } = style.words;
  const template = areNewest ? newestShown : partsShown;
  return omitted > 0 ? [count(template, shown, shown + omitted, style)] : [];
}

function count(template: string, part: number, total: number, style: ChartStyle): string {
  const texts = toTexts(style);
  return template
    .replace('{count}', texts.write(part, INTEGER))
    .replace('{total}', texts.write(total, INTEGER));
}

function countNames(content: AxisContent, style: ChartStyle, size: ChartSize): [number, number] {
  const { names, layout } = layOutCategories(content, toTexts(style), size);
  const { interval } = layout;
  // The dates between two labels need no label.
  if (typeof interval !== 'number') return [names.length, names.length];
  return [Math.ceil(names.length / (interval + 1)), names.length];
}
