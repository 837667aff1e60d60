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
    ...(truncated ? [write(words.rowLimit, table.rows.length)] : []),
  ];
}
