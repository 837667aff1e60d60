import { html, raw } from 'hono/html';
import type {
  AxisTile,
  ChartTile,
  NumberTile,
  TableColumn,
  TableTile,
  Tile,
} from '../dashboard/definition.ts';
import type { DatasetFailure, DatasetResult } from '../dashboard/run-dashboard.ts';
import type { Row } from '../database/database.ts';
import type { Markup } from './page-shell.ts';
import { formatValue, toText } from './value-format.ts';

/** What a tile is drawn from. */
export interface TileContent {
  tile: Tile;
  result: DatasetResult;
  currency: string;
  /** What the reader is told where there are no rows. */
  emptyText: string;
  /** The drawn chart of a tile that has one. */
  svg: string | null;
}

const FAILURES: Record<DatasetFailure, [string, string]> = {
  'time-limit': ['This took too long', 'The query was stopped. Please try again later.'],
  parameters: ['These parameters do not fit', 'A value is not of the kind that this tile expects.'],
  connection: ['The data cannot be reached', 'Please try again later.'],
  failed: ['This could not be shown', 'The data could not be read. Please try again later.'],
};

/** One tile as a section with its heading. Exact values stand in `data-value`. */
export function renderTile(content: TileContent): Markup {
  const { tile, result } = content;
  const state = 'failure' in result ? 'error' : isEmpty(tile, result.rows) ? 'empty' : 'ready';
  const heading = `tile-${tile.id}`;
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

/** Whether a result holds nothing that its tile could show. */
export function isEmpty(tile: Tile, rows: Row[]): boolean {
  if (tile.kind === 'number') return (rows[0]?.[tile.value] ?? null) === null;
  return rows.length === 0;
}

function renderBody(content: TileContent, state: 'error' | 'empty' | 'ready'): Markup {
  const { tile, result, currency } = content;
  if ('failure' in result) {
    const [title, text] = FAILURES[result.failure];
    return html`<p class="state"><strong>${title}</strong> <span>${text}</span></p>`;
  }
  if (state === 'empty') return html`<p class="state">${content.emptyText}</p>`;
  const { rows } = result;
  switch (tile.kind) {
    case 'number':
      return renderNumber(tile, rows[0]!, currency);
    case 'table':
      return html`${renderRows(tile, rows, currency)}${renderCut(result)}`;
    default:
      return html`<div class="chart" data-chart="${tile.id}" aria-hidden="true">
          ${raw(content.svg ?? '')}
        </div>
        <div class="visually-hidden">
          ${renderTable(toColumns(tile), rows, currency, tile.title)}
        </div>
        ${renderCut(result)}`;
  }
}

function renderNumber(tile: NumberTile, row: Row, currency: string): Markup {
  const value = row[tile.value];
  return html`<p class="figure" data-value="${toText(value)}">
      ${formatValue(value, tile.format, currency)}
    </p>
    <p class="change">${renderChange(tile, row)}<span>${tile.note}</span></p>`;
}

function renderChange(tile: NumberTile, row: Row): Markup | string {
  const previous = tile.previous === undefined ? null : (row[tile.previous] ?? null);
  if (previous === null || Number(previous) === 0) return '';
  const points = tile.format === 'percent';
  const difference = Number(row[tile.value]) - Number(previous);
  // Of the size: what was a loss before may grow, too.
  const change = 100 * (points ? difference : difference / Math.abs(Number(previous)));
  const size = formatValue(Math.abs(change), 'decimal', '');
  if (size === '0.0') return html`<strong>unchanged</strong>`;
  const good = change > 0 === (tile.better !== 'lower');
  return html`<strong class="${good ? 'good' : 'bad'}" data-previous="${toText(previous)}"
    ><span aria-hidden="true">${change > 0 ? '▲' : '▼'}</span
    ><span class="visually-hidden">${change > 0 ? 'up' : 'down'}</span>
    ${size}${points ? ' pts' : '%'}</strong
  >`;
}

/** Wide tables scroll inside their tile, with the keyboard as well. */
function renderRows(tile: TableTile, rows: Row[], currency: string): Markup {
  return html`<div class="rows" role="group" tabindex="0" aria-label="${tile.title}, table">
    ${renderTable(tile.columns, rows, currency, null)}
  </div>`;
}

function renderTable(
  columns: TableColumn[],
  rows: Row[],
  currency: string,
  caption: string | null,
): Markup {
  const heads = columns.map(
    (column) => html`<th scope="col" ${toClass(column)}>${column.label}</th>`,
  );
  const lines = rows.map((row) => {
    const cells = columns.map(
      (column) =>
        html`<td${toClass(column)} data-column="${column.column}" data-value="${toText(row[column.column] ?? '')}">${formatValue(row[column.column], column.format, currency)}</td>`,
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

function toColumns(tile: ChartTile): TableColumn[] {
  const category = { column: tile.category, label: 'Category' } as const;
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

function renderCut(result: { rows: Row[]; truncated: boolean }): Markup | string {
  return result.truncated
    ? html`<p class="cut">
        Only the first ${formatValue(result.rows.length, 'integer', '')} rows are shown.
      </p>`
    : '';
}
