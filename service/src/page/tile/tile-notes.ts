import type { AxisData } from '../../tiles/axis-data.ts';
import type { TileData } from '../../tiles/tile-data.ts';
import type { ValueFormatter } from '../../values/value-formatter.ts';
import type { PageWords } from '../../words/page-words.ts';

/** Returns the notes below a tile about rows and values that it does not show. */
export function toTileNotes(
  { content, table, truncated }: Extract<TileData, { state: 'ready' }>,
  { formatter, words }: { formatter: ValueFormatter; words: PageWords },
): string[] {
  const write = (template: string, count: number): string =>
    template.replace('{count}', formatter.format(count, { format: 'integer' }));
  return [
    ...(content.kind === 'table' && !content.totals ? [words.noTotals] : []),
    ...(content.kind === 'axis' ? (content.unknown ?? []) : []).map(
      (label) => `${label}: ${words.tooManyRows}`,
    ),
    ...(content.kind === 'histogram' && content.bins.missing > 0
      ? [write(words.missing, content.bins.missing)]
      : []),
    ...(content.kind === 'heat' && content.data.omitted > 0
      ? [toLinesNote(content.data, write, words)]
      : []),
    ...(truncated ? [write(words.rowLimit, table.rows.length)] : []),
  ];
}

/** Returns the note about the lines of a heat map that are left out. */
function toLinesNote(
  { series, omitted, areNewest }: AxisData,
  write: (template: string, count: number) => string,
  { newestShown, partsShown }: PageWords,
): string {
  const template = areNewest ? newestShown : partsShown;
  const total = write('{count}', series.length + omitted);
  return write(template, series.length).replace('{total}', total);
}
