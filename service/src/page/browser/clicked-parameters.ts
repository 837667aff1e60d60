import { isDrawn } from '../axis-series.ts';
import { toShownParts } from '../share-parts.ts';
import type { AxisContent, ChartContent, ShareContent } from '../tile-data.ts';
import type { ClickedMark } from './live-chart.ts';
import type { MarkValue } from './mark-choices.ts';

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
  const values = toMarkValues(content, mark).filter(({ value }) => isValue(value));
  if (values.length === 0) return null;
  const toName = (column: string): string =>
    parameters.find((name) => name.toLowerCase() === column.toLowerCase()) ?? column;
  return Object.fromEntries(
    values.map(({ column, value }) => [toName(column), value as string | number | boolean]),
  );
}

/** Returns the values of a mark's category and of its series, by column. A mark of several values has none. */
export function toMarkValues(content: ChartContent, mark: ClickedMark): MarkValue[] {
  switch (content.kind) {
    case 'shares':
      return toPartValues(content, mark);
    case 'scatter':
      return [{ column: content.tile.category, value: content.points[mark.place]?.name }];
    case 'axis':
      return [
        {
          column: content.tile.category,
          value: content.data.categories[mark.place],
          format: content.data.categoryFormat,
        },
        ...toSeriesValues(content, mark),
      ];
    default:
      // A bar of a histogram has many values.
      return [];
  }
}

function toPartValues(content: ShareContent, { place }: ClickedMark): MarkValue[] {
  const part = toShownParts(content)[place];
  return part && !part.isOther ? [{ column: content.tile.category, value: part.name }] : [];
}

function toSeriesValues(content: AxisContent, mark: ClickedMark): MarkValue[] {
  const { tile, data } = content;
  const series = data.series.filter((_, index) => isDrawn(content, index))[mark.series];
  return tile.splitBy !== undefined && series && !series.isOther
    ? [{ column: tile.splitBy, value: series.label }]
    : [];
}

function isValue(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value);
}
