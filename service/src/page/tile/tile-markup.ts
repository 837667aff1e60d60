import { html, raw } from 'hono/html';
import type { DataTile, Tile } from '../../dashboard/definition.ts';
import { styleCells } from './styled-cell.ts';
import type { ChartStyle } from '../../charts/chart-style.ts';
import type { DataTable } from '../../tiles/data-table.ts';
import type { DrawChart, DrawnChart } from '../../charts/draw-chart.ts';
import { renderFailure } from './failure-markup.ts';
import { renderHeatMap } from './heat-markup.ts';
import { renderLegend } from './legend-markup.ts';
import type { ChosenTest } from '../../tiles/mark-choice.ts';
import { renderNumber } from './number-markup.ts';
import type { Markup } from '../page-shell.ts';
import { fitColumns, renderTable, renderTotals } from './table-markup.ts';
import { renderTitle, toHeadingId } from './text-markup.ts';
import { toScriptData } from '../script-data.ts';
import { renderTileMenu, type TileMenus } from './tile-menu.ts';
import { toTileNotes } from './tile-notes.ts';
import { hasMultiples } from '../../tiles/series-setting.ts';
import {
  type AxisContent,
  type ChartContent,
  isChart,
  type TableContent,
  type TileContent,
  type TileData,
} from '../../tiles/tile-data.ts';
import type { ValueFormatter } from '../../values/value-formatter.ts';
import type { PageWords } from '../../words/page-words.ts';

/** The style and the language of all tiles of a page. */
export interface TileStyle {
  formatter: ValueFormatter;
  words: PageWords;
  /** The text of a tile without rows. */
  emptyText: Markup;
  charts: ChartStyle;
  draw: DrawChart;
  shortNumbers: ReadonlySet<Tile>;
  /** The tiles of sections, whose titles are one level lower. */
  nested: ReadonlySet<Tile>;
  /** `null` if the tiles have no menus. */
  menus: TileMenus | null;
  /** Whether the page's script can load a tile again. */
  canRetry: boolean;
  /** The test of the cells and marks that filters choose. */
  isChosen: ChosenTest;
}

/** Renders a tile as a section with a heading. Exact values are in `data-value`. `isLate`: its place has been shown. */
export function renderTile(
  tile: DataTile,
  data: TileData,
  style: TileStyle,
  isLate: boolean,
): Markup {
  const heading = toHeadingId(tile);
  const menu = style.menus ? renderTileMenu(tile, data, style.menus, style.words) : '';
  return html`<section
    class="${toClasses(tile, style, isLate)}"
    style="--span:${tile.span}"
    slot="${tile.id}"
    data-tile="${tile.id}"
    data-kind="${tile.kind}"
    data-state="${data.state}"
    aria-labelledby="${heading}"
  >
    <header>${renderTitle(tile, style)} ${menu}</header>
    ${renderBody(tile, data, style)}${renderChartData(data)}
  </section>`;
}

function toClasses(tile: DataTile, { shortNumbers }: TileStyle, isLate: boolean): string {
  const short = shortNumbers.has(tile) ? ' short' : '';
  return `tile tile-${tile.kind}${short}${isLate ? ' late' : ''}`;
}

/** Renders the content of a chart for the page's script. Other data of the datasets never leave the server. */
function renderChartData(data: TileData): Markup | string {
  if (data.state !== 'ready' || !isChart(data.content)) return '';
  return html`<script type="application/json">
    ${toScriptData(data.content)}
  </script>`;
}

function renderBody(tile: Tile, data: TileData, style: TileStyle): Markup {
  const { words } = style;
  if (style.menus?.view === 'rows' && 'table' in data && tile.kind !== 'table') {
    const notes = data.state === 'ready' ? renderNotes(data, style) : '';
    return html`${renderRows(tile, data.table, renderTable(data.table, style))}${notes}`;
  }
  switch (data.state) {
    case 'error':
      return renderFailure(data.failure, words, style);
    case 'empty':
      return html`<p class="state"><span>${style.emptyText}</span></p>`;
    case 'unfit':
      return html`<p class="state"><span>${words[data.problem]}</span></p>
        ${renderHiddenTable(tile, data.table, style)}`;
    default:
      return html`${renderContent(data.content, data.table, style)}${renderNotes(data, style)}`;
  }
}

function renderNotes(data: Extract<TileData, { state: 'ready' }>, style: TileStyle): Markup {
  return html`${toTileNotes(data, style).map((note) => html`<p class="cut">${note}</p>`)}`;
}

function renderContent(content: TileContent, table: DataTable, style: TileStyle): Markup {
  switch (content.kind) {
    case 'number':
      return renderNumber(content, style);
    case 'table':
      return renderTableTile(content, table, style);
    case 'heat':
      return renderRows(content.tile, table, renderHeatMap(content, style));
    default:
      return html`${renderChart(content, style)}${renderHiddenTable(content.tile, table, style)}`;
  }
}

function renderChart(content: ChartContent, style: TileStyle): Markup {
  const { charts, draw, formatter } = style;
  const isSmall = content.kind === 'axis' && hasMultiples(content.tile);
  const drawn = draw(isSmall ? { ...content, only: 0 } : content, charts);
  const chart = isSmall ? renderMultiples(content, style) : renderDrawing(content, drawn);
  const { notes } = drawn;
  const legend = renderLegend(content, charts.palette, formatter);
  if (content.kind === 'shares') {
    return html`<div class="shares">${chart}${legend}</div>
      ${notes.map((note) => html`<p class="note">${note}</p>`)}`;
  }
  return html`${legend}${chart}
    <p class="note">${notes.join(' ')}</p>`;
}

/** Renders a small chart for each series. */
function renderMultiples(content: AxisContent, { charts, draw }: TileStyle): Markup {
  const parts = content.data.series.map(({ label }, only) => {
    const part = { ...content, only };
    return html`<div>
      <p title="${label}">${label}</p>
      ${renderDrawing(part, draw(part, charts))}
    </div>`;
  });
  return html`<div class="multiples" aria-hidden="true">${parts}</div>`;
}

function renderDrawing(content: ChartContent, { height, svg }: DrawnChart): Markup {
  const only = content.kind === 'axis' ? content.only : undefined;
  const isHorizontal = content.kind === 'axis' && content.tile.horizontal && only === undefined;
  const paper = isHorizontal ? `;--paper-height:${height}px` : '';
  return html`<div
    class="chart"
    style="--height:${height}px${paper}"
    data-chart="${content.tile.id}"
    ${only === undefined ? '' : raw(`data-only="${only}"`)}
    aria-hidden="true"
  >
    ${raw(svg)}
  </div>`;
}

/** Renders the data of a chart for screen readers. */
function renderHiddenTable({ title }: Tile, table: DataTable, style: TileStyle): Markup {
  return html`<div class="visually-hidden">${renderTable(table, style, { caption: title })}</div>`;
}

function renderTableTile(
  { tile, rows, totals }: TableContent,
  table: DataTable,
  style: TileStyle,
): Markup {
  const shown = fitColumns(table, style.formatter, totals);
  const styleCell = styleCells(tile, rows, shown, style.formatter);
  const foot = totals && renderTotals(tile, totals, shown, style);
  return renderRows(tile, table, renderTable(table, style, { shown, styleCell, foot }));
}

/** Renders a table that scrolls inside its tile if it is too wide, also with the keyboard. */
function renderRows(tile: Tile, { rows }: DataTable, table: Markup): Markup {
  return html`<div
    class="rows"
    style="--rows:${rows.length}"
    role="group"
    tabindex="0"
    aria-labelledby="${toHeadingId(tile)}"
  >
    ${table}
  </div>`;
}
