import type { Context } from 'hono';
import { hasData, isChartTile } from '../dashboard/definition.ts';
import { type FilterQuery, parseFilterQuery, RefusedChoice } from '../dashboard/filter-query.ts';
import { toAddress } from '../page/filter-address.ts';
import { isUnavailable } from '../database/database.ts';
import {
  renderClosedPage,
  renderNoDownloadsPage,
  renderBadChoicePage,
  renderUnavailablePage,
} from '../page/message-page.ts';
import type { TileUse } from '../page/tile/tile-menu.ts';
import type { OpenedToken, TokenClosure } from '../state/token-store.ts';
import { sendChoices } from './choice-search.ts';
import { sendFile, sendZip } from './dashboard-files.ts';
import { type DashboardParts, EndedToken, type OpenedPage } from './dashboard-results.ts';
import { findDisplayQuery, type PlaceParts, sendPage, toFields, toPlace } from './page-answer.ts';

/** The shortest delay before an unavailable dashboard reloads itself. The longest is twice as long. */
const RELOAD_SECONDS = 5;

/** The fields of a query that name a tile. */
const USES = ['csv', 'svg', 'rows', 'full'] as const satisfies TileUse[];

/**
 * Answers `/Tdb/{token}` with the dashboard, with the page of only those tiles that show the dataset that `?tiles=` names,
 * with the choices of the filter that `?choices=` names, with a page or file of the tile that `?rows=`, `?full=`, `?csv=`
 * or `?svg=` names, or with `?zip=` the rows of all tiles.
 */
export async function sendDashboard(context: Context, parts: DashboardParts): Promise<Response> {
  try {
    const token = context.req.param('token') ?? '';
    const opened = await parts.tokens.open(token);
    if (typeof opened === 'string') return await sendClosed(context, parts, opened);
    parts.unusedParameters.note(opened);
    const { connectionString, owner } = opened;
    const isReachable = parts.sources.find(connectionString, owner.companyId) !== null;
    if (!isReachable) return await sendClosed(context, parts, 'forbidden');
    return await parts.readers.wait(opened.owner, (reader) =>
      sendOpened(context, parts, { ...opened, ...reader, token }),
    );
  } catch (error) {
    return sendUnavailable(context, parts, error as Error);
  }
}

async function sendOpened(
  context: Context,
  parts: DashboardParts,
  opened: OpenedPage,
): Promise<Response> {
  const { definition } = opened.dashboard;
  try {
    if (context.req.query('choices') !== undefined) {
      return await sendChoices(context, parts, opened);
    }
    const query = readQuery(context, opened);
    const hasDownloads = definition.downloads !== false;
    if (context.req.query('zip') !== undefined) {
      return hasDownloads
        ? await sendZip(context, parts, opened, query)
        : await sendNoDownloads(context, parts, opened);
    }
    const asked = USES.find((use) => context.req.query(use) !== undefined);
    if (asked === undefined) return await sendPage({ context, parts, opened, query });
    const tile = definition.tiles.find(({ id }) => id === context.req.query(asked));
    // The author has removed or changed the tile since the page was shown.
    const isShown = tile && hasData(tile) && (asked !== 'svg' || isChartTile(tile));
    if (!isShown) return await sendClosed(context, parts, 'not-found');
    if (asked === 'rows' || asked === 'full')
      return await sendPage({ context, parts, opened, query, viewed: [asked, tile] });
    if (!hasDownloads) return await sendNoDownloads(context, parts, opened);
    return await sendFile(context, parts, opened, query, [asked, tile]);
  } catch (error) {
    if (opened.ended.aborted) return sendClosed(context, parts, 'signed-out');
    if (error instanceof EndedToken) return sendClosed(context, parts, error.reason);
    if (error instanceof RefusedChoice) return sendRefused(context, parts, opened);
    throw error;
  }
}

/** Reads the choices of a request. A page leaves out those that it cannot take. Tiles and files are refused with them. */
function readQuery(context: Context, { dashboard, sqlParameters }: OpenedToken): FilterQuery {
  const { filters = [] } = dashboard.definition;
  const isPage = !['tiles', 'zip', 'csv', 'svg'].some(
    (name) => context.req.query(name) !== undefined,
  );
  return parseFilterQuery(toFields(context), filters, sqlParameters, isPage);
}

/** Sends the page in place of a file that the author does not offer. The token is fine. */
function sendNoDownloads(
  context: Context,
  parts: PlaceParts,
  { dashboard }: OpenedToken,
): Response | Promise<Response> {
  const url = toAddress(findDisplayQuery(context));
  return context.html(renderNoDownloadsPage(toPlace(context, parts, dashboard), url), 403);
}

/** Sends the page for choices that the dashboard does not offer. It has no data. */
function sendRefused(
  context: Context,
  parts: PlaceParts,
  { dashboard }: OpenedToken,
): Response | Promise<Response> {
  const kept = findDisplayQuery(context);
  return context.html(renderBadChoicePage(toPlace(context, parts, dashboard), kept), 400);
}

function sendClosed(
  context: Context,
  parts: PlaceParts,
  reason: TokenClosure | 'not-found',
): Response | Promise<Response> {
  const page = renderClosedPage(toPlace(context, parts), reason);
  return context.html(page, reason === 'not-found' ? 404 : 401);
}

/**
 * Sends the page that reloads itself.
 * @throws {Error} the given error, unless it is transient.
 */
function sendUnavailable(
  context: Context,
  parts: PlaceParts,
  error: Error,
): Response | Promise<Response> {
  if (!isUnavailable(error)) throw error;
  context.error = error;
  // A random delay keeps the readers from all reloading at once.
  const seconds = RELOAD_SECONDS + Math.floor(Math.random() * RELOAD_SECONDS);
  context.header('Retry-After', String(seconds));
  return context.html(renderUnavailablePage(toPlace(context, parts), seconds), 503);
}
