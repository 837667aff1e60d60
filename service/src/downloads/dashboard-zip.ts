import { strToU8, zipSync } from 'fflate';
import { BYTE_ORDER_MARK, toCsvLine } from '../values/csv-line.ts';
import { type DataTile, hasData } from '../dashboard/definition.ts';
import type { DashboardContent } from '../page/page-content.ts';
import { toFileName } from '../page/file-name.ts';
import type { PageLocale } from '../words/page-locale.ts';
import { findShownValues } from '../page/shown-values.ts';
import { toTileCsv } from './tile-csv.ts';
import { ValueFormatter } from '../values/value-formatter.ts';

/**
 * Returns a zip file with the rows of each tile as CSV, in the order of the tiles. Its first file has the title, the time of
 * the data, the values that the page shows, and the tiles whose dataset failed or has more rows. Returns `null` if all failed.
 */
export function toDashboardZip(content: DashboardContent, locale: PageLocale): Uint8Array | null {
  const { title, definition } = content.dashboard;
  const tiles = definition.tiles.filter(hasData);
  const texts = tiles.map((tile) => toTileCsv(tile, content.results, definition.currency, locale));
  if (texts.every((text) => text === null)) return null;
  const files = [
    [toName(0, title), toOverview(content, locale)] as const,
    ...tiles.flatMap((tile, index) => {
      const text = texts[index]!;
      return text === null ? [] : [[toName(index + 1, tile.title), text] as const];
    }),
  ];
  const bytes = files.map(([name, text]) => [name, strToU8(text)] as const);
  return zipSync(Object.fromEntries(bytes), { mtime: content.asOf });
}

/** The number keeps the order, and tells equal titles apart. */
function toName(number: number, title: string): string {
  return toFileName(`${String(number).padStart(2, '0')} ${title}`, 'csv');
}

function toOverview(
  { dashboard, parameters, filters, results, asOf }: DashboardContent,
  { formats, words }: PageLocale,
): string {
  const { title, definition } = dashboard;
  const formatter = new ValueFormatter(formats, definition.currency, words);
  const shown = findShownValues(definition, parameters, filters?.set ?? [], formatter, words);
  const lines = [
    [title],
    [words.asOf.replace('{time}', () => asOf.toISOString())],
    ...shown.map(({ label, text }) => [label, text]),
    ...definition.tiles.filter(hasData).flatMap((tile) => {
      const note = toNote(tile);
      return note === null ? [] : [[tile.title, note]];
    }),
  ];
  return BYTE_ORDER_MARK + lines.map(toCsvLine).join('');

  function toNote({ dataset, kind }: DataTile): string | null {
    const result = results.get(dataset);
    if (!result) return words.failed;
    if ('failure' in result) return words[result.failure];
    // These show no rows.
    if (!result.truncated || kind === 'number' || kind === 'histogram') return null;
    const count = formatter.format(result.rows.length, { format: 'integer' });
    return words.rowLimit.replace('{count}', () => count);
  }
}
