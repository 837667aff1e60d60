import { html, raw } from 'hono/html';
import { type Dashboard, hasData, type Tile } from '../dashboard/definition.ts';
import type { DatasetResult, SqlParameters } from '../dashboard/run-dashboard.ts';
import { renderAsOf } from './as-of.ts';
import type { PageAssets } from './assets.ts';
import type { PageCharts } from './browser/dashboard.ts';
import { toChartStyle } from './chart-style.ts';
import type { DisplayOptions } from './display-options.ts';
import type { PageLocale } from './page-locale.ts';
import { type Markup, renderShell } from './page-shell.ts';
import { withNameColors } from './name-colors.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from './palette.ts';
import { isChart, type TileData, toTileData } from './tile-data.ts';
import { renderTextTile } from './text-markup.ts';
import { renderTile, type TileStyle } from './tile-markup.ts';
import { findNested, findShortNumbers } from './tile-rows.ts';
import { ValueFormatter } from './value-formatter.ts';

/** A dashboard and the results of its datasets. */
export interface DashboardContent {
  dashboard: Pick<Dashboard, 'title' | 'definition'>;
  parameters: SqlParameters;
  results: ReadonlyMap<string, DatasetResult>;
  /** The time of the results. */
  asOf: Date;
  /** Returns the address of a tile's rows as CSV. Default: the page has no CSV links. */
  toCsvUrl?: (tile: Tile) => string;
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
  const shown = shownParameters(content);
  const style = toTileStyle(content, locale, display, toEmptyText(shown, locale));
  const source = { results: content.results, ...style };
  const shownTiles = definition.tiles.filter(hasData);
  const tiles = withNameColors(shownTiles.map((tile) => toTileData(tile, source)));
  const dataOf = new Map(shownTiles.map((tile, index) => [tile, tiles[index]!]));
  const body = html`<header class="page-head">
      <div>
        <h1>${title}</h1>
        <p>${definition.subtitle}</p>
      </div>
      ${renderParameters(shown)} ${renderAsOf(content.asOf, locale)}
    </header>
    <main class="tiles">
      ${definition.tiles.map((tile) =>
        hasData(tile) ? renderTile(tile, dataOf.get(tile)!, style) : renderTextTile(tile, style),
      )}
    </main>
    <script type="application/json" id="dashboard-data">
      ${raw(toScriptData({ style: style.charts, charts: findCharts(tiles), parameters: definition.shownParameters }))}
    </script>`;
  const scripts = isPreview ? [assets.script, assets.previewScript] : [assets.script];
  return renderShell({ title, body, locale, display, assets, root, scripts });
}

function toTileStyle(
  { dashboard: { definition }, toCsvUrl }: DashboardContent,
  locale: PageLocale,
  { dark }: DisplayOptions,
  emptyText: Markup,
): TileStyle {
  const { currency, tiles } = definition;
  const { formats, words } = locale;
  return {
    formatter: new ValueFormatter(formats, currency, words),
    words,
    emptyText,
    charts: toChartStyle(locale, currency, dark ? DARK_PALETTE : LIGHT_PALETTE),
    shortNumbers: findShortNumbers(tiles),
    nested: findNested(tiles),
    toCsvUrl: toCsvUrl ?? null,
  };
}

/** Returns the text of a tile without rows. It names the parameters, which may be the reason. */
function toEmptyText(shown: [string, string][], { words, formats }: PageLocale): Markup {
  if (shown.length === 0) return html`${words.noData}`;
  const list = new Intl.ListFormat(formats).formatToParts(shown.map(([, value]) => value));
  const values = list.map(({ type, value }) =>
    type === 'element' ? html`<bdi>${value}</bdi>` : value,
  );
  const [before, after] = words.noDataFor.split('{values}');
  return html`${before}${values}${after}`;
}

function shownParameters({ dashboard, parameters }: DashboardContent): [string, string][] {
  return dashboard.definition.shownParameters.flatMap((name): [string, string][] => {
    const key = name.toLowerCase();
    return Object.hasOwn(parameters, key) ? [[name, parameters[key]!]] : [];
  });
}

function renderParameters(shown: [string, string][]): Markup | string {
  if (shown.length === 0) return '';
  return html`<dl class="shown-parameters">
    ${shown.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Returns the content of the charts. Other data of the datasets never leave the server. */
function findCharts(tiles: readonly TileData[]): PageCharts['charts'] {
  return Object.fromEntries(
    tiles.flatMap((data) => {
      if (data.state !== 'ready') return [];
      const { content } = data;
      return isChart(content) ? [[content.tile.id, content]] : [];
    }),
  );
}

/** Returns JSON that can neither close its script element nor open a comment in it. */
function toScriptData(data: PageCharts): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
