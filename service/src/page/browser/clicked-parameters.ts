import { isDrawn } from '../axis-series.ts';
import { toShownParts } from '../share-parts.ts';
import type { AxisContent, ChartContent, ShareContent } from '../tile-data.ts';
import type { ClickedMark } from './live-chart.ts';

/** The value of a column that a mark has. */
type Choice = [column: string, value: unknown];

/**
 * Returns the choice that a click on a mark expresses: the values of its category and of its series, by the names of
 * their columns. A column with the name of one of the dashboard's `parameters` has its spelling. Returns `null` for a
 * mark that combines several values.
 */
export function toClickedParameters(
  content: ChartContent,
  mark: ClickedMark,
  parameters: readonly string[],
): Record<string, string | number | boolean> | null {
  const choices = toChoices(content, mark).filter(([, value]) => isValue(value));
  if (choices.length === 0) return null;
  const toName = (column: string): string =>
    parameters.find((name) => name.toLowerCase() === column.toLowerCase()) ?? column;
  return Object.fromEntries(choices.map(([column, value]) => [toName(column), value])) as Record<
    string,
    string
  >;
}

function toChoices(content: ChartContent, mark: ClickedMark): Choice[] {
  switch (content.kind) {
    case 'shares':
      return toPartChoices(content, mark);
    case 'scatter':
      return [[content.tile.category, content.points[mark.place]?.name]];
    case 'axis':
      return [
        [content.tile.category, content.data.categories[mark.place]],
        ...toSeriesChoices(content, mark),
      ];
    default:
      // A bar of a histogram has many values.
      return [];
  }
}

function toPartChoices(content: ShareContent, { place }: ClickedMark): Choice[] {
  const part = toShownParts(content)[place];
  return part && !part.isOther ? [[content.tile.category, part.name]] : [];
}

function toSeriesChoices(content: AxisContent, mark: ClickedMark): Choice[] {
  const { tile, data } = content;
  const series = data.series.filter((_, index) => isDrawn(content, index))[mark.series];
  return tile.splitBy !== undefined && series && !series.isOther
    ? [[tile.splitBy, series.label]]
    : [];
}

function isValue(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
