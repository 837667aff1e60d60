import type { Context } from 'hono';
import { findSources } from '../dashboard/dataset-sources.ts';
import { hasData, type Tile } from '../dashboard/definition.ts';
import type { RunOptions } from '../dashboard/run-dashboard.ts';
import {
  type FilteredDatasets,
  type FilteredResults,
  runFiltered,
} from '../dashboard/run-filtered.ts';
import { type FilterQuery, parseFilterQuery, RefusedChoice } from '../dashboard/filter-query.ts';
import { toChosenQuery } from '../page/filter-address.ts';
import { DatabaseError, isUnavailable, toAborted, toClosed } from '../database/database.ts';
import { renderDashboardPage } from '../page/dashboard-page.ts';
import { parseDisplayOptions, toDisplayQuery } from '../page/display-options.ts';
import {
  renderClosedPage,
  renderRefusedPage,
  renderUnavailablePage,
} from '../page/message-page.ts';
import { toPageLocale } from '../page/page-locale.ts';
import { toPartContent } from '../page/tile-parts.ts';
import { toTileCsv } from '../page/tile-csv.ts';
import type { ServiceParts } from '../state/service-parts.ts';
import type { OpenedToken, TokenClosure } from '../state/token-store.ts';
import { noteFailure } from './error-answer.ts';

/** The shortest delay before an unavailable dashboard reloads itself. The longest is twice as long. */
const RELOAD_SECONDS = 5;

/** The key in a call's context that says that its page has a form. */
export const HAS_FORM = 'has-form';

type DashboardParts = Pick<
  ServiceParts,
  | 'closing'
  | 'tokens'
  | 'sources'
  | 'queries'
  | 'readers'
  | 'connections'
  | 'maxRows'
  | 'locale'
  | 'assets'
>;

/** The content of a token, and a signal that is aborted if its session ends before the answer. */
interface OpenedPage extends OpenedToken {
  ended: AbortSignal;
}

/**
 * Answers `/Tdb/{token}` with the dashboard, with the page of only those tiles that show the dataset that `?tiles=` names,
 * or with the rows of the tile that `?csv=` names.
 */
export async function sendDashboard(context: Context, parts: DashboardParts): Promise<Response> {
  try {
    const opened = await parts.tokens.open(context.req.param('token') ?? '');
    if (typeof opened === 'string') return await sendClosed(context, parts, opened);
    const isReachable = parts.sources.find(opened.connectionString) !== null;
    if (!isReachable) return await sendClosed(context, parts, 'forbidden');
    return await parts.readers.wait(opened.owner, (ended) =>
      sendOpened(context, parts, { ...opened, ended }),
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
  const tileId = context.req.query('csv');
  try {
    const query = readQuery(context, opened);
    if (tileId !== undefined) return await sendCsv(context, parts, opened, query, tileId);
    return await sendPage(context, parts, opened, query);
  } catch (error) {
    if (opened.ended.aborted) return sendClosed(context, parts, 'signed-out');
    if (error instanceof RefusedChoice) return sendRefused(context, parts, opened);
    throw error;
  }
}

async function sendPage(
  context: Context,
  parts: DashboardParts,
  opened: OpenedPage,
  query: FilterQuery,
): Promise<Response> {
  const { dashboard, sqlParameters: parameters } = opened;
  const { definition } = dashboard;
  const part = context.req.query('tiles');
  const asked = part === undefined ? definition : toPartContent(definition, part);
  const isOpening = context.req.method === 'GET' && query.chosen.size === 0 && part === undefined;
  const [{ results, filters: set, asOf }] = await Promise.all([
    readResults(context, parts, opened, query, asked),
    isOpening && parts.tokens.noteOpening(opened),
  ]);
  const locale = toPageLocale(definition.locale ?? parts.locale);
  const chosen = toChosenQuery(set);
  const toCsvUrl = ({ id }: Tile): string => `?csv=${encodeURIComponent(id)}${chosen}`;
  const filters = { set, kept: findDisplayQuery(context), isReset: query.chosen.size === 0 };
  const content = { dashboard, parameters, results, asOf, toCsvUrl, filters, only: asked.tiles };
  if (set.length > 0) context.set(HAS_FORM, true);
  return context.html(
    renderDashboardPage(content, locale, toDisplayOptions(context), parts.assets),
  );
}

async function sendCsv(
  context: Context,
  parts: DashboardParts,
  opened: OpenedPage,
  query: FilterQuery,
  id: string,
): Promise<Response> {
  const { definition } = opened.dashboard;
  const tile = definition.tiles.find((each) => each.id === id);
  // The author has removed the tile since the page was shown.
  if (!tile || !hasData(tile)) return sendClosed(context, parts, 'not-found');
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
  context.header('Content-Disposition', toAttachment(tile.title));
  return context.body(csv);
}

async function readResults(
  context: Context,
  { queries, connections, maxRows, closing }: DashboardParts,
  { owner, dashboard, version, connectionString, sqlParameters, ended }: OpenedPage,
  query: FilterQuery,
  asked: FilteredDatasets,
): Promise<FilteredResults & { asOf: Date }> {
  const { companyId } = owner;
  const sources = queries.openPage({ companyId, guid: dashboard.guid, version });
  const findSource = await findSources(asked, companyId, connectionString, sources, connections);
  // A reader who leaves, or whose session ends, waits for nothing.
  const signal = AbortSignal.any([context.req.raw.signal, ended]);
  const options: RunOptions = { maxRows, owner, signal };
  const ran = await runFiltered(findSource, asked, sqlParameters, options, query);
  const isComplete = [...ran.results.values()].every((result) => 'rows' in result);
  if (ended.aborted) throw toAborted();
  if (closing.aborted && !isComplete) throw toClosed();
  return { ...ran, asOf: sources.asOf };
}

/** Returns the `Content-Disposition` of a file that has the tile's title as its name. See RFC 6266. */
function toAttachment(title: string): string {
  const name = title.replaceAll(/[\p{C}/\\:*?"<>|]+/gu, ' ').trim() || 'data';
  const ascii = name.replaceAll(/[^ -~]/g, '_');
  return `attachment; filename="${ascii}.csv"; filename*=UTF-8''${encodeName(name)}.csv`;
}

function encodeName(name: string): string {
  return encodeURIComponent(name).replaceAll(
    /['()]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
}

function toDisplayOptions(context: Context) {
  return parseDisplayOptions(toQuery(context));
}

function findDisplayQuery(context: Context) {
  return toDisplayQuery(toQuery(context));
}

function toQuery(context: Context): URLSearchParams {
  return new URL(context.req.url).searchParams;
}

function readQuery(context: Context, { dashboard, sqlParameters }: OpenedToken): FilterQuery {
  return parseFilterQuery(toQuery(context), dashboard.definition.filters ?? [], sqlParameters);
}

/** Sends the page for choices that the dashboard does not offer. It has no data. */
function sendRefused(
  context: Context,
  { assets, locale }: Pick<ServiceParts, 'assets' | 'locale'>,
  { dashboard }: OpenedToken,
): Response | Promise<Response> {
  const own = toPageLocale(dashboard.definition.locale ?? locale);
  const kept = findDisplayQuery(context);
  return context.html(renderRefusedPage(own, toDisplayOptions(context), assets, kept), 400);
}

function sendClosed(
  context: Context,
  { assets, locale }: Pick<ServiceParts, 'assets' | 'locale'>,
  reason: TokenClosure | 'not-found',
): Response | Promise<Response> {
  const page = renderClosedPage(toPageLocale(locale), toDisplayOptions(context), assets, reason);
  return context.html(page, reason === 'not-found' ? 404 : 401);
}

/**
 * Sends the page that reloads itself.
 * @throws {Error} the given error, unless it is transient.
 */
function sendUnavailable(
  context: Context,
  { assets, locale }: Pick<ServiceParts, 'assets' | 'locale'>,
  error: Error,
): Response | Promise<Response> {
  if (!isUnavailable(error)) throw error;
  noteFailure(error, 'a dashboard');
  // A random delay keeps the readers from all reloading at once.
  const seconds = RELOAD_SECONDS + Math.floor(Math.random() * RELOAD_SECONDS);
  context.header('Retry-After', String(seconds));
  const display = toDisplayOptions(context);
  const page = renderUnavailablePage(toPageLocale(locale), display, assets, seconds);
  return context.html(page, 503);
}
