import { html, raw } from 'hono/html';
import type {
  AxisTile,
  ChartTile,
  NumberTile,
  TableColumn,
  TableTile,
  Tile,
} from '../dashboard/definition.ts';
import type { DatasetResult } from '../dashboard/run-dashboard.ts';
import type { Row } from '../database/database.ts';
import type { Markup } from './page-shell.ts';
import { renderLegend } from './legend-markup.ts';
import type { Palette } from './palette.ts';
import type { Shares } from './share-parts.ts';
import { toText, type ValueFormatter } from './value-formatter.ts';
import type { PageWords } from './words/page-words.ts';

/** A tile, the result of its dataset, and the language of both. */
export interface TileContent {
  tile: Tile;
  result: DatasetResult;
  formatter: ValueFormatter;
  words: PageWords;
  /** Shown if there are no rows. */
  emptyText: Markup;
  /** The drawn chart of a tile that has one. */
  svg: string | null;
  /** The parts that a pie or donut shows. */
  shares: Shares | null;
  palette: Palette;
}

/** One tile as a section with its heading. Exact values are in `data-value`. */
export function renderTile(content: TileContent): Markup {
  const { tile } = content;
  const state = toState(content);
  const heading = toHeadingId(tile);
  return html`<section
    class="tile tile-${tile.kind}"
    style="--span:${tile.span}"
    data-tile="${tile.id}"
    data-kind="${tile.kind}"
    data-state="${state}"
    aria-labelledby="${heading}"
  >
    <h2 id="${heading}">${tile.title}</h2>
    ${renderBody(content, state)}
  </section>`;
}

/** `unfit`: the kind of tile cannot show these rows. */
type TileState = 'error' | 'empty' | 'unfit' | 'ready';

function toState({ tile, result, shares }: TileContent): TileState {
  if ('failure' in result) return 'error';
  if (isEmpty(tile, result.rows)) return 'empty';
  return shares && 'problem' in shares ? 'unfit' : 'ready';
}

function toHeadingId({ id }: Tile): string {
  return `tile-${id}`;
}

/** Whether a result holds nothing that its tile could show. */
export function isEmpty(tile: Tile, rows: Row[]): boolean {
  if (tile.kind === 'number') return (rows[0]?.[tile.value] ?? null) === null;
  return rows.length === 0;
}

function renderBody(content: TileContent, state: TileState): Markup {
  const { tile, result, shares, words } = content;
  if ('failure' in result) {
    const { failure } = result;
    // The same values fail again, however late it is.
    const advice = failure === 'parameters' ? '' : html`<span>${words.tryLater}</span>`;
    return html`<p class="state"><strong>${words[failure]}</strong> ${advice}</p>`;
  }
  if (state === 'empty') return html`<p class="state"><span>${content.emptyText}</span></p>`;
  const { rows } = result;
  if (shares && 'problem' in shares) {
    return html`<p class="state"><span>${words[shares.problem]}</span></p>
      ${renderHiddenTable(tile, rows, content)}`;
  }
  switch (tile.kind) {
    case 'number':
      return renderNumber(tile, rows[0]!, content);
    case 'table':
      return html`${renderRows(tile, rows, content)}${renderCut(result, content)}`;
    default:
      return html`${renderChart(tile, content)}${renderHiddenTable(tile, rows, content)}${renderCut(result, content)}`;
  }
}

function renderChart(tile: ChartTile, content: TileContent): Markup {
  const chart = html`<div class="chart" data-chart="${tile.id}" aria-hidden="true">
    ${raw(content.svg ?? '')}
  </div>`;
  const legend = renderLegend(tile, content);
  return 'series' in tile
    ? html`${legend}${chart}`
    : html`<div class="shares">${chart}${legend}</div>`;
}

/** The data of a chart for screen readers. */
function renderHiddenTable(tile: Tile, rows: Row[], content: TileContent): Markup | string {
  if (tile.kind === 'number' || tile.kind === 'table') return '';
  return html`<div class="visually-hidden">
    ${renderTable(toColumns(tile, content.words), rows, content, tile.title)}
  </div>`;
}

/** The language of a tile. */
type Language = Pick<TileContent, 'formatter' | 'words'>;

function renderNumber(tile: NumberTile, row: Row, language: Language): Markup {
  const value = row[tile.value];
  return html`<p class="figure" data-value="${toText(value)}">
      ${language.formatter.format(value, tile.format)}
    </p>
    <p class="change">${renderChange(tile, row, language)}<span>${tile.note}</span></p>`;
}

function renderChange(tile: NumberTile, row: Row, { formatter, words }: Language): Markup | string {
  const previous = tile.previous === undefined ? null : (row[tile.previous] ?? null);
  if (previous === null || Number(previous) === 0) return '';
  const inPoints = tile.format === 'percent';
  const difference = Number(row[tile.value]) - Number(previous);
  // Relative to the size: a loss may grow, too.
  const change = inPoints ? difference : difference / Math.abs(Number(previous));
  const size = Math.abs(change);
  // One decimal place is shown.
  if (size < 0.0005) return html`<strong>${words.unchanged}</strong>`;
  const text = inPoints
    ? words.points.replace('{number}', formatter.format(100 * size, 'decimal'))
    : formatter.format(size, 'percent');
  const good = change > 0 === (tile.better !== 'lower');
  return html`<strong class="${good ? 'good' : 'bad'}" data-previous="${toText(previous)}"
    ><span aria-hidden="true">${change > 0 ? '▲' : '▼'}</span
    ><span class="visually-hidden">${change > 0 ? words.up : words.down}</span> ${text}</strong
  >`;
}

/** Wide tables scroll inside their tile, with the keyboard as well. */
function renderRows(tile: TableTile, rows: Row[], language: Language): Markup {
  return html`<div class="rows" role="group" tabindex="0" aria-labelledby="${toHeadingId(tile)}">
    ${renderTable(tile.columns, rows, language, null)}
  </div>`;
}

function renderTable(
  columns: TableColumn[],
  rows: Row[],
  { formatter }: Language,
  caption: string | null,
): Markup {
  const heads = columns.map(
    (column) => html`<th scope="col" ${toClass(column)}>${column.label}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = columns.map(
      (column) =>
        html`<td${toClass(column)} data-column="${column.column}" data-value="${toText(row[column.column] ?? '')}">${formatter.format(row[column.column], column.format)}</td>`,
    );
    return html`<tr>
      ${cells}
    </tr>`;
  });
  return html`<table>
    ${
      caption === null
        ? ''
        : html`<caption>
            ${caption}
          </caption>`
    }
    <thead>
      <tr>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${lines}
    </tbody>
  </table>`;
}

function toClass({ format }: TableColumn): Markup | string {
  return format === 'text' || format === 'date' || format === 'month' ? '' : raw(' class="number"');
}

function toColumns(tile: ChartTile, words: PageWords): TableColumn[] {
  const category = { column: tile.category, label: words.category };
  if ('series' in tile) return toAxisColumns(tile, category);
  return [
    { ...category, format: 'text' },
    { column: tile.value, label: tile.title, format: tile.format },
  ];
}

function toAxisColumns(tile: AxisTile, category: { column: string; label: string }): TableColumn[] {
  return [
    { ...category, format: tile.categoryFormat ?? 'text' },
    ...tile.series.map((series) => ({ ...series, format: tile.format })),
  ];
}

function renderCut(
  result: { rows: Row[]; truncated: boolean },
  { formatter, words }: Language,
): Markup | string {
  if (!result.truncated) return '';
  const count = formatter.format(result.rows.length, 'integer');
  return html`<p class="cut">${words.rowLimit.replace('{count}', count)}</p>`;
}
