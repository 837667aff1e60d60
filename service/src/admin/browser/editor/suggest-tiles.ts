import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { Tile } from '../../../dashboard/definition.ts';
import { createTile, findMainColumns, isDate, toSeries } from './new-tile.ts';

/** The largest number of parts of a pie. */
const MAX_PARTS = 6;

/** Returns the tiles that suit a result, the best one first. They still need an id and a dataset. */
export function suggestTiles(columns: DatasetColumns, rowCount: number): Tile[] {
  return suggestKinds(columns, rowCount).map((kind) => {
    const tile = createTile(kind, { id: '', title: '', dataset: '' }, columns);
    const { splitBy } = findMainColumns(columns);
    const isSplit = (kind === 'line' || kind === 'bar') && splitBy !== undefined;
    return Object.assign(tile, { title: toTitle(tile, columns) }, isSplit && { splitBy });
  });
}

function suggestKinds(columns: DatasetColumns, rowCount: number): Tile['kind'][] {
  const { names, numbers } = columns;
  const groups = names.filter((name) => !numbers.includes(name));
  if (names.length === 0) return [];
  if (numbers.length === 0) return ['table'];
  if (rowCount === 1 || groups.length === 0) return ['number', 'table'];
  if (groups.some((name) => isDate(name, columns))) return ['line', 'bar', 'table'];
  if (groups.length > 1) return ['heatmap', 'bar', 'table'];
  if (numbers.length > 1) return ['bar', 'scatter', 'table'];
  return rowCount <= MAX_PARTS ? ['bar', 'donut', 'table'] : ['bar', 'table'];
}

/** Returns a title from the columns of a tile, such as “Revenue by month”. */
function toTitle(tile: Tile, columns: DatasetColumns): string {
  if (tile.kind === 'number') return toSeries(tile.value).label;
  if (tile.kind === 'scatter') return `${tile.y.label} and ${toWords(tile.x.label)}`;
  const { category, splitBy, value } = findMainColumns(columns);
  if (!value || category === value) return columns.names.slice(0, 3).map(toWords).join(', ');
  const groups = [category, ...(splitBy === undefined ? [] : [splitBy])];
  return `${toSeries(value).label} by ${groups.map(toWords).join(' and ')}`;
}

function toWords(column: string): string {
  return toSeries(column).label.toLowerCase();
}
