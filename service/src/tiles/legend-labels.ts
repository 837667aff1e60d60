import type { AxisContent, ShareContent } from './tile-data.ts';

/** The content of a chart with a legend. */
export type LegendContent = AxisContent | ShareContent;

/** Returns the labels of a legend's entries, in their order: of the series, or of the parts. */
export function toLegendLabels(content: LegendContent): string[] {
  return content.kind === 'axis'
    ? content.data.series.map(({ label }) => label)
    : content.parts.map(({ name }) => name);
}
