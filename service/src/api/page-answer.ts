import type { Context } from 'hono';
import type { Dashboard, DashboardDefinition, DataTile, Tile } from '../dashboard/definition.ts';
import { toAborted } from '../database/database.ts';
import type { FilterQuery } from '../dashboard/filter-query.ts';
import { joinPieces, type PagePiece, renderDashboardPage } from '../page/dashboard-page.ts';
import { parseDisplayOptions, toDisplayQuery } from '../page/display-options.ts';
import { toAddress, toChosenQuery } from '../page/filter-address.ts';
import { type PageContent, type PagePlace, toAwaited } from '../page/page-content.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import type { TileUse, TileView } from '../page/tile/tile-menu.ts';
import { toPartContent } from '../tiles/tile-parts.ts';
import { toPageLocale } from '../words/page-locale.ts';
import {
  beginResults,
  type BegunPage,
  type DashboardParts,
  type OpenedPage,
  readResults,
} from './dashboard-results.ts';
import { toFailure } from './reported-calls.ts';
import { withSlowTile } from './faults.ts';
import { toBody } from './page-body.ts';
import { PageSending } from './page-sending.ts';

/** The key in a call's context that says that its page asks for tiles, and in which way: by its script, or with a form. */
export const ASKS = 'asks';

/** The ways in which a page asks for tiles. */
export type Asks = 'tiles' | 'form';

/** A request for the page of a dashboard. */
interface PageRequest {
  context: Context;
  parts: DashboardParts;
  opened: OpenedPage;
  query: FilterQuery;
  /** The tile that the page shows alone. Default: the page shows the dashboard. */
  viewed?: [view: TileView, tile: DataTile];
}

/** The parts of a dashboard that a page shows. */
type ShownParts = Pick<DashboardDefinition, 'datasets' | 'filters' | 'tiles'>;

/**
 * Sends the page of a dashboard, or of one tile, in pieces. With `?tiles=`, sends only the tiles of a dataset, as a whole:
 * the page's script shows what the status says.
 */
export async function sendPage(request: PageRequest): Promise<Response> {
  const { context, parts, opened, query, viewed } = request;
  const { definition } = opened.dashboard;
  const shown = viewed ? toOneTile(definition, viewed[1]) : definition;
  const part = context.req.query('tiles');
  if (context.req.method === 'HEAD') return sendHead(request);
  context.set(ASKS, (definition.filters?.length ? 'form' : 'tiles') satisfies Asks);
  if (part === undefined) return sendInPieces(request, shown);
  const asked = toPartContent(shown, part);
  const { results, ...ran } = await readResults(context, parts, opened, query, asked);
  const content = toContent(request, asked, { ...ran, results: toAwaited(results) });
  return context.html(await joinPieces(render(request, Promise.resolve(content))));
}

/** The status of the answer says only that the token is valid, and that the choices are offered. */
async function sendInPieces(request: PageRequest, shown: ShownParts): Promise<Response> {
  const { context, parts, opened, query } = request;
  const sending = new PageSending(context.req.raw.signal, parts, opened);
  const begin = await beginResults(parts, opened, query, shown, sending.queries);
  const read = async (): Promise<PageContent> => {
    const begun = await begin();
    if (context.req.query('whole') === undefined) sending.limit();
    const results = withSlowTile(begun.results, shown.tiles, parts.faults(), sending.queries);
    return toContent(request, shown, { ...begun, results: sending.guard(results) });
  };
  const reading = read();
  reading.catch(() => sending.end());
  if (query.chosen.size > 0) await reading;
  opened.waitOn(sending.over);
  const pieces = watchPieces(request, render(request, reading, sending.stopped), sending);
  // Proxies must not wait for the end of the page.
  context.header('X-Accel-Buffering', 'no');
  context.header('Content-Type', 'text/html; charset=UTF-8');
  const onFailure = (error: Error): void => parts.report(toFailure('A dashboard', error));
  return context.body(toBody(pieces, onFailure, () => sending.end()));
}

/** Answers HEAD without a query of a dataset. */
async function sendHead({ context, parts, opened, query }: PageRequest): Promise<Response> {
  const { filters } = opened.dashboard.definition;
  const none = { datasets: {}, tiles: [], filters };
  if (query.chosen.size > 0) await readResults(context, parts, opened, query, none);
  return context.html('');
}

/**
 * Ends a page when its token has ended, and notes the load when the first tile has been sent. A prefetch, and a reader who
 * left before, are none.
 */
async function* watchPieces(
  { parts, opened, viewed }: PageRequest,
  pieces: AsyncGenerator<PagePiece>,
  sending: PageSending,
): AsyncGenerator<PagePiece> {
  let noted: Promise<void> | undefined;
  const note = async (): Promise<void> => {
    if (viewed) return;
    await parts.tokens.noteLoad(opened).catch((error: Error) => {
      parts.report(toFailure('The count of an opening', error));
    });
  };
  for await (const piece of pieces) {
    if (sending.isClosed) throw toAborted();
    yield piece;
    if (piece.hasTiles) noted ??= note();
  }
  // The page has only texts, or its script loads all tiles.
  if (sending.isLate || !sending.stopped.aborted) noted ??= note();
  await noted;
}

function render(
  { context, parts, opened: { dashboard } }: PageRequest,
  reading: Promise<PageContent>,
  stopped?: AbortSignal,
): AsyncGenerator<PagePiece> {
  return renderDashboardPage(dashboard, reading, toPlace(context, parts, dashboard), stopped);
}

/** Returns the part of a dashboard that shows one tile in the full width of the page. */
function toOneTile(definition: DashboardDefinition, tile: DataTile): ShownParts {
  const { datasets, filters } = definition;
  return toPartContent({ datasets, filters, tiles: [{ ...tile, span: 12 }] }, tile.dataset);
}

function toContent(
  { context, parts, opened, query, viewed }: PageRequest,
  { tiles }: ShownParts,
  { results, filters: set, asOf }: BegunPage,
): PageContent {
  const { dashboard, sqlParameters: parameters } = opened;
  const chosen = toChosenQuery(set);
  const display = findDisplayQuery(context);
  const toUrl = (use: TileUse, { id }: Tile): string => toAddress([[use, id], ...display]) + chosen;
  const hasDownloads = dashboard.definition.downloads !== false;
  // The form keeps the view.
  const kept = viewed ? [[viewed[0], viewed[1].id] as const, ...display] : display;
  const links = viewed
    ? { backUrl: toAddress(display) + chosen }
    : hasDownloads && { zipUrl: toAddress([['zip', 'all'], ...display]) + chosen };
  return {
    dashboard,
    parameters,
    results,
    asOf,
    draw: parts.drawings.draw,
    menus: { toUrl, hasDownloads, view: viewed?.[0] },
    filters: {
      set,
      kept,
      isReset: query.chosen.size === 0,
      isCut: query.isCut || set.some(({ isCut }) => isCut),
    },
    only: tiles,
    wholeUrl: toAddress([['whole', ''], ...kept]) + chosen,
    ...links,
  };
}

/** The parts of the service that pages need around their content. */
export type PlaceParts = Pick<ServiceParts, 'assets' | 'locale'>;

/** Returns the surroundings of a page: in the language of a dashboard, or without one in that of the service. */
export function toPlace(
  context: Context,
  { assets, locale }: PlaceParts,
  dashboard?: Pick<Dashboard, 'definition'>,
): PagePlace {
  const tag = dashboard?.definition.locale ?? locale;
  return { locale: toPageLocale(tag), display: parseDisplayOptions(toFields(context)), assets };
}

/** Returns the fields of an address that are valid display options. */
export function findDisplayQuery(context: Context) {
  return toDisplayQuery(toFields(context));
}

/** Returns the query of a request. */
export function toFields({ req }: Context): URLSearchParams {
  return new URL(req.url).searchParams;
}
