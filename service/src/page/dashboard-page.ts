import { html, raw } from 'hono/html';
import { type Dashboard, type DataTile, hasData, type Tile } from '../dashboard/definition.ts';
import type { DatasetResult, SqlParameters } from '../dashboard/run-dashboard.ts';
import { findOpen } from '../dashboard/run-filters.ts';
import type { PageAssets } from '../page/asset.ts';
import type { PageData } from './browser/live-tiles.ts';
import { toChartStyle } from '../charts/chart-style.ts';
import type { DisplayOptions } from './display-options.ts';
import { drawChart, type DrawChart } from '../charts/draw-chart.ts';
import { withChosen } from '../charts/find-chosen.ts';
import { type PageFilters, renderFilterForm } from './filter-form.ts';
import type { PageLocale } from '../words/page-locale.ts';
import { type Markup, renderShell } from './page-shell.ts';
import { withNameColors } from '../charts/name-colors.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from '../tiles/palette.ts';
import { findShownValues, renderShownValues, type ShownValue } from './shown-values.ts';
import {
  isChart,
  mapContent,
  type TileData,
  type TileSource,
  toTileData,
} from '../tiles/tile-data.ts';
import { renderTextTile } from './text-markup.ts';
import { renderTile, type TileStyle } from './tile-markup.ts';
import { createChosenTest, findMarkFilters } from './mark-filters.ts';
import type { TileMenus } from './tile-menu.ts';
import { findTileParts, type TilePart } from '../tiles/tile-parts.ts';
import { findNested, findShortNumbers } from '../tiles/tile-rows.ts';
import { ValueFormatter } from '../values/value-formatter.ts';
import type { PageWords } from '../words/page-words.ts';
import { formatAsOf } from '../words/as-of-format.ts';

/** A dashboard and the results of its datasets. */
export interface DashboardContent {
  dashboard: Pick<Dashboard, 'title' | 'definition'>;
  parameters: SqlParameters;
  results: ReadonlyMap<string, DatasetResult>;
  /** The time of the results. */
  asOf: Date;
  /** Default: each chart is drawn for this page. */
  draw?: DrawChart;
  /** Default: the tiles have no menus. */
  menus?: TileMenus;
  /** Default: the dashboard has no filters. */
  filters?: PageFilters;
  /** The only tiles of the page. Default: all tiles. */
  only?: readonly Tile[];
  /** The address of the dashboard, for the link of a page with one tile. Default: the page has no link. */
  backUrl?: string;
  /** The address of the rows of all tiles. Default: readers cannot save them. */
  zipUrl?: string;
}

/** The surroundings of a dashboard page. */
export interface PagePlace {
  /** The relative address of `{base_url}`. Default: `../`. */
  root?: string;
  /** Whether the page is the editor's preview, which sends clicks on tiles to the editor. Default: false. */
  isPreview?: boolean;
}

/** Renders the page of `/Tdb/{token}`. */
export function renderDashboardPage(
  content: DashboardContent,
  locale: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
  { root, isPreview = false }: PagePlace = {},
): Markup {
  const { title, definition } = content.dashboard;
  const formatter = new ValueFormatter(locale.formats, definition.currency, locale.words);
  const { parameters, filters } = content;
  const { words } = locale;
  const shown = findShownValues(definition, parameters, filters?.set ?? [], formatter, words);
  const style = toTileStyle(content, formatter, locale, display, toEmptyText(shown, locale));
  const all = content.only ?? definition.tiles;
  const shownTiles = all.filter(hasData);
  const tiles = toShownData(shownTiles, { results: content.results, ...style });
  const dataOf = new Map(shownTiles.map((tile, index) => [tile, tiles[index]!]));
  const parts = isPreview ? [] : findParts(content);
  const marks = parts.length > 0 ? findMarkFilters(filters?.set ?? []) : [];
  const body = html`${renderHead(content, shown, locale)}
    ${filters ? renderFilterForm(filters, formatter, words) : ''}
    <main class="tiles">
      ${all.map((tile) =>
        hasData(tile) ? renderTile(tile, dataOf.get(tile)!, style) : renderTextTile(tile, style),
      )}
    </main>
    ${renderDialog(content.menus, words)}
    <script type="application/json" id="dashboard-data">
      ${raw(toScriptData({ style: style.charts, charts: findCharts(tiles), parameters: definition.shownParameters, parts, marks }))}
    </script>`;
  const scripts = isPreview ? [assets.script, assets.previewScript] : [assets.script];
  return renderShell({ title, body, locale, display, assets, root, scripts });
}

/** Returns the data of tiles with their colors and chosen marks. */
function toShownData(
  tiles: readonly DataTile[],
  source: TileSource & Pick<TileStyle, 'isChosen'>,
): TileData[] {
  const colored = withNameColors(tiles.map((tile) => toTileData(tile, source)));
  return colored.map((data) => mapContent(data, (content) => withChosen(content, source.isChosen)));
}

function renderHead(
  content: DashboardContent,
  shown: readonly ShownValue[],
  locale: PageLocale,
): Markup {
  const { words } = locale;
  const { title, definition } = content.dashboard;
  return html`<header class="page-head">
    <div>
      ${renderBack(content.backUrl, words)}
      <h1>${title}</h1>
      <p>${definition.subtitle}</p>
    </div>
    ${renderShownValues(shown)} ${renderZip(content, words)} ${renderAsOf(content.asOf, locale)}
  </header>`;
}

function renderBack(url: string | undefined, { back }: PageWords): Markup | string {
  return url === undefined ? '' : html`<a class="back" href="${url}">${back}</a>`;
}

/** A page with one tile needs no dialog. */
function renderDialog(menus: TileMenus | undefined, words: PageWords): Markup | string {
  return menus && !menus.view ? renderTileDialog(words) : '';
}

function renderZip({ dashboard, zipUrl }: DashboardContent, { zip }: PageWords): Markup | string {
  const isOffered = zipUrl !== undefined && dashboard.definition.tiles.some(hasData);
  return isOffered ? html`<a class="zip" href="${zipUrl}">${zip}</a>` : '';
}

function toTileStyle(
  { dashboard: { definition }, menus, filters, draw = drawChart }: DashboardContent,
  formatter: ValueFormatter,
  locale: PageLocale,
  { dark }: DisplayOptions,
  emptyText: Markup,
): TileStyle {
  const { currency, tiles } = definition;
  const { words } = locale;
  return {
    formatter,
    words,
    emptyText,
    charts: toChartStyle(locale, currency, dark ? DARK_PALETTE : LIGHT_PALETTE),
    draw,
    shortNumbers: findShortNumbers(tiles),
    nested: findNested(tiles),
    menus: menus ?? null,
    canRetry: findOpen(filters?.set ?? []).length > 0,
    isChosen: createChosenTest(filters?.set ?? []),
  };
}

/** Returns the text of a tile without rows. It names the parameters, which may be the reason. */
function toEmptyText(shown: readonly ShownValue[], { words, formats }: PageLocale): Markup {
  const set = shown.filter(({ isSet }) => isSet);
  if (set.length === 0) return html`${words.noData}`;
  const list = new Intl.ListFormat(formats).formatToParts(set.map(({ text }) => text));
  const values = list.map(({ type, value }) =>
    type === 'element' ? html`<bdi>${value}</bdi>` : value,
  );
  const [before, after] = words.noDataFor.split('{values}');
  return html`${before}${values}${after}`;
}

/** Returns the tiles that the page's script loads together; none if readers can set nothing. */
function findParts({ dashboard, filters, only }: DashboardContent): TilePart[] {
  const set = filters?.set ?? [];
  const { definition } = dashboard;
  const tiles = [...(only ?? definition.tiles)];
  return findOpen(set).length > 0 ? findTileParts({ ...definition, tiles }, set) : [];
}

/** Returns the content of the charts. Other data of the datasets never leave the server. */
function findCharts(tiles: readonly TileData[]): PageData['charts'] {
  return Object.fromEntries(
    tiles.flatMap((data) => {
      if (data.state !== 'ready') return [];
      const { content } = data;
      return isChart(content) ? [[content.tile.id, content]] : [];
    }),
  );
}

/** Returns JSON that can neither close its script element nor open a comment in it. */
function toScriptData(data: PageData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}

/** Renders the time of a page's data in UTC. The page's script converts it to the reader's time zone. */
function renderAsOf(asOf: Date, { formats, words }: PageLocale): Markup {
  const [before, after] = words.asOf.split('{time}');
  return html`<p class="as-of">
    ${before}<time datetime="${asOf.toISOString()}">${formatAsOf(asOf, formats, 'UTC')}</time
    >${after}
  </p>`;
}

/** Renders the dialog in which the page's script shows a tile in full size, or its rows. */
function renderTileDialog({ close }: PageWords): Markup {
  return html`<dialog class="tile-dialog">
    <div><button class="close" type="button" aria-label="${close}"></button></div>
  </dialog>`;
}
