import { html, raw } from 'hono/html';
import type { AxisTile, Dashboard, Tile } from '../dashboard/definition.ts';
import type { DatasetResult, SqlParameters } from '../dashboard/run-dashboard.ts';
import type { Row } from '../database/database.ts';
import type { PageAssets } from './assets.ts';
import type { PageCharts } from './browser/dashboard.ts';
import type { ChartContent, ChartStyle } from './chart-option.ts';
import { renderChartSvg } from './chart-svg.ts';
import type { DisplayOptions } from './display-options.ts';
import type { PageLocale } from './page-locale.ts';
import { type Markup, renderShell } from './page-shell.ts';
import { DARK_PALETTE, LIGHT_PALETTE } from './palette.ts';
import { type Shares, toShares } from './share-parts.ts';
import { isEmpty, renderTile } from './tile-markup.ts';
import { ValueFormatter } from './value-formatter.ts';

/** A dashboard and the results of its datasets. */
export interface DashboardContent {
  dashboard: Pick<Dashboard, 'title' | 'definition'>;
  parameters: SqlParameters;
  results: ReadonlyMap<string, DatasetResult>;
}

/** Without a script, charts are as wide as their tile is on a page of this width. */
const DRAWN_PAGE_WIDTH = 1200;
const CHART_HEIGHT = 260;
const RING_SIZE = { width: 240, height: 240 };
const MISSING: DatasetResult = { failure: 'failed', reason: 'There is no such dataset.' };

/** Renders the page of `/Tdb/{token}`. `root` is the relative address of `{base_url}`. */
export function renderDashboardPage(
  content: DashboardContent,
  locale: PageLocale,
  display: DisplayOptions,
  assets: PageAssets,
  root?: string,
): Markup {
  const { title, definition } = content.dashboard;
  const { formats, direction, words } = locale;
  const palette = display.dark ? DARK_PALETTE : LIGHT_PALETTE;
  const style: ChartStyle = { palette, formats, direction };
  const formatter = new ValueFormatter(formats, definition.currency);
  const shown = shownParameters(content);
  const emptyText = toEmptyText(shown, locale);
  const charts: PageCharts['charts'] = {};
  const tiles = definition.tiles.map((tile) => {
    const result = content.results.get(tile.dataset) ?? MISSING;
    const shares = findShares(tile, result, formatter, words.other);
    const chart = toChart(tile, result, shares, definition.currency);
    if (chart) charts[tile.id] = chart;
    const svg = chart && drawChart(chart, style);
    return renderTile({ tile, result, formatter, words, emptyText, svg, shares, palette });
  });
  const body = html`<header class="page-head">
      <div>
        <h1>${title}</h1>
        <p>${definition.subtitle}</p>
      </div>
      ${renderParameters(shown)}
    </header>
    <main class="tiles">${tiles}</main>
    <script type="application/json" id="dashboard-data">
      ${raw(toScriptData({ style, charts }))}
    </script>`;
  return renderShell({ title, body, locale, display, assets, root });
}

/** Replaces a tile without rows, which the parameters may be the reason for. */
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

function findShares(
  tile: Tile,
  result: DatasetResult,
  formatter: ValueFormatter,
  other: string,
): Shares | null {
  if (tile.kind !== 'pie' && tile.kind !== 'donut') return null;
  return 'failure' in result ? null : toShares(tile, result.rows, formatter, other);
}

function toChart(
  tile: Tile,
  result: DatasetResult,
  shares: Shares | null,
  currency: string,
): ChartContent | null {
  if ('failure' in result || isEmpty(tile, result.rows)) return null;
  switch (tile.kind) {
    case 'number':
    case 'table':
      return null;
    case 'pie':
    case 'donut':
      return shares && 'parts' in shares ? { tile, parts: shares.parts, currency } : null;
    default:
      return { tile, rows: pickColumns(tile, result.rows), currency };
  }
}

/** Only what the chart shows leaves the server, whatever else the dataset selects. */
function pickColumns(tile: AxisTile, rows: Row[]): Row[] {
  const columns = [tile.category, ...tile.series.map(({ column }) => column)];
  return rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])));
}

function drawChart(chart: ChartContent, style: ChartStyle): string {
  // A ring leaves the rest of its tile to the legend.
  if ('parts' in chart) return renderChartSvg(chart, style, RING_SIZE);
  const width = Math.round((chart.tile.span / 12) * DRAWN_PAGE_WIDTH) - 56;
  return renderChartSvg(chart, style, { width, height: CHART_HEIGHT });
}

/** JSON that can end neither its script element nor begin a comment in it. */
function toScriptData(data: PageCharts): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
