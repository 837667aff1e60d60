import type { Context } from 'hono';
import type { DataTile } from '../dashboard/definition.ts';
import type { FilterQuery } from '../dashboard/filter-query.ts';
import { DatabaseError } from '../database/database.ts';
import { toDashboardZip } from '../downloads/dashboard-zip.ts';
import { parseDisplayOptions } from '../page/display-options.ts';
import { toFileName } from '../page/file-name.ts';
import { toPageLocale } from '../words/page-locale.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from '../tiles/palette.ts';
import { toTileCsv } from '../downloads/tile-csv.ts';
import { type PictureOptions, toTileSvg } from '../downloads/tile-svg.ts';
import { type DashboardParts, type OpenedPage, readResults } from './dashboard-results.ts';

const MEDIA_TYPES = {
  csv: 'text/csv; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  zip: 'application/zip',
};

/** Files of a tile: fields of the query that have the tile's id. */
export type TileFile = 'csv' | 'svg';

/** Sends a file of a tile. */
export async function sendFile(
  context: Context,
  parts: DashboardParts,
  opened: OpenedPage,
  query: FilterQuery,
  [file, tile]: [file: TileFile, tile: DataTile],
): Promise<Response> {
  const { definition } = opened.dashboard;
  const { results, filters } = await readResults(context, parts, opened, query, {
    datasets: { [tile.dataset]: definition.datasets[tile.dataset]! },
    filters: definition.filters,
    // The file of a table has no totals.
    tiles: tile.kind === 'table' ? [] : [tile],
  });
  const locale = toPageLocale(definition.locale ?? parts.locale);
  const { currency } = definition;
  const body =
    file === 'csv'
      ? toTileCsv(tile, results, currency, locale)
      : await toTileSvg(tile, results, locale, { currency, filters, ...toPicture(context) });
  if (file === 'svg') context.header('Content-Security-Policy', toSvgPolicy(parts.frameAncestors));
  return sendAttachment(context, body, tile.title, file);
}

/** Sends the rows of all tiles. */
export async function sendZip(
  context: Context,
  parts: DashboardParts,
  opened: OpenedPage,
  query: FilterQuery,
): Promise<Response> {
  const { dashboard, sqlParameters: parameters } = opened;
  const { definition, title } = dashboard;
  const ran = await readResults(context, parts, opened, query, definition);
  const filters = { set: ran.filters, kept: [], isReset: false };
  const content = { dashboard, parameters, results: ran.results, asOf: ran.asOf, filters };
  const body = toDashboardZip(content, toPageLocale(definition.locale ?? parts.locale));
  return sendAttachment(context, body, title, 'zip');
}

/**
 * Sends a file for saving.
 * @throws {DatabaseError} `unavailable` if there is no file, because a dataset has failed.
 */
function sendAttachment(
  context: Context,
  body: string | Uint8Array | null,
  title: string,
  extension: keyof typeof MEDIA_TYPES,
): Response {
  if (body === null) throw new DatabaseError('unavailable', 'The rows cannot be read now.');
  context.header('Content-Type', MEDIA_TYPES[extension]);
  context.header('Content-Disposition', toAttachment(title, extension));
  return context.body(typeof body === 'string' ? body : new Uint8Array(body));
}

/** Returns the colors of the page, and the series that the reader has hidden in it. */
function toPicture({ req }: Context): Pick<PictureOptions, 'palette' | 'hidden'> {
  const { dark } = parseDisplayOptions(new URL(req.url).searchParams);
  return { palette: dark ? DARK_PALETTE : LIGHT_PALETTE, hidden: req.queries('hidden') ?? [] };
}

/** A picture needs its own styles only, and runs nothing. */
function toSvgPolicy(frameAncestors: string): string {
  return [
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `frame-ancestors ${frameAncestors}`,
    "base-uri 'none'",
    "form-action 'none'",
    'sandbox',
  ].join('; ');
}

/** Returns the `Content-Disposition` of a file that has a title as its name. See RFC 6266. */
function toAttachment(title: string, extension: string): string {
  const name = toFileName(title, extension);
  const ascii = name.replaceAll(/[^ -~]/g, '_');
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encodeName(name)}`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
}
