import type { Context } from 'hono';
import { type DataTile } from '../dashboard/definition.ts';
import type { FilterQuery } from '../dashboard/filter-query.ts';
import { DatabaseError } from '../database/database.ts';
import { toPageLocale } from '../page/page-locale.ts';
import { toTileCsv } from '../page/tile-csv.ts';
import { type DashboardParts, type OpenedPage, readResults } from './dashboard-results.ts';

/** Sends the rows of a tile as CSV. */
export async function sendCsv(
  context: Context,
  parts: DashboardParts,
  opened: OpenedPage,
  query: FilterQuery,
  tile: DataTile,
): Promise<Response> {
  const { definition } = opened.dashboard;
  const { results } = await readResults(context, parts, opened, query, {
    datasets: { [tile.dataset]: definition.datasets[tile.dataset]! },
    filters: definition.filters,
    // The CSV of a table has no totals.
    tiles: tile.kind === 'table' ? [] : [tile],
  });
  const locale = toPageLocale(definition.locale ?? parts.locale);
  const csv = toTileCsv(tile, results, definition.currency, locale);
  if (csv === null) throw new DatabaseError('unavailable', 'The rows cannot be read now.');
  context.header('Content-Type', 'text/csv; charset=utf-8');
  context.header('Content-Disposition', toAttachment(tile.title, 'csv'));
  return context.body(csv);
}

/** Returns the `Content-Disposition` of a file that has a title as its name. See RFC 6266. */
function toAttachment(title: string, extension: string): string {
  const name = title.replaceAll(/[\p{C}/\\:*?"<>|]+/gu, ' ').trim() || 'data';
  const ascii = name.replaceAll(/[^ -~]/g, '_');
  return `attachment; filename="${ascii}.${extension}"; filename*=UTF-8''${encodeName(name)}.csv`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
}
