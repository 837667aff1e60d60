import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { Series, TableColumn, Tile } from '../../../dashboard/definition.ts';

/** What a tile can be, and what its author calls it. */
export const TILE_KINDS = [
  ['number', 'Number'],
  ['bar', 'Bars'],
  ['line', 'Lines'],
  ['pie', 'Pie'],
  ['donut', 'Donut'],
  ['table', 'Table'],
] as const satisfies readonly (readonly [Tile['kind'], string])[];

/** A tile of a kind over a dataset, with the columns filled in that it most likely shows. */
export function createTile(
  kind: Tile['kind'],
  { id, title, dataset, span }: Pick<Tile, 'id' | 'title' | 'dataset' | 'span'>,
  { names, numbers }: DatasetColumns,
): Tile {
  const category = names.find((name) => !numbers.includes(name)) ?? names[0] ?? '';
  const value = numbers.find((name) => name !== category) ?? numbers[0] ?? '';
  const base = { id, title, dataset, span };
  const format = 'integer';
  switch (kind) {
    case 'number':
      return { ...base, kind, value, format, note: '' };
    case 'bar':
    case 'line':
      return {
        ...base,
        kind,
        category,
        categoryFormat: 'text',
        series: [toSeries(value)],
        format,
      };
    case 'pie':
    case 'donut':
      return { ...base, kind, category, value, format };
    default:
      return { ...base, kind, columns: names.slice(0, 30).map((name) => toColumn(name, numbers)) };
  }
}

/** The same tile as another kind. What both kinds show is kept. */
export function toKind(tile: Tile, kind: Tile['kind'], columns: DatasetColumns): Tile {
  const made = createTile(kind, tile, columns);
  const old: Partial<Record<string, unknown>> = { ...tile };
  const kept = Object.keys(made).filter((key) => old[key] !== undefined && key !== 'kind');
  return { ...made, ...Object.fromEntries(kept.map((key) => [key, old[key]])) };
}

/** A column of a table, written as what it holds. */
export function toColumn(name: string, numbers: readonly string[]): TableColumn {
  return { ...toSeries(name), format: numbers.includes(name) ? 'integer' : 'text' };
}

/** A column with a label made of its name: `units_sold` is “Units sold”. */
export function toSeries(column: string): Series {
  const words = column.replaceAll('_', ' ').trim();
  return { column, label: words.slice(0, 1).toUpperCase() + words.slice(1) };
}

/** An id that no tile of the dashboard has. */
export function createTileId(tiles: readonly Tile[]): string {
  let number = tiles.length + 1;
  while (tiles.some(({ id }) => id === `tile-${number}`)) number += 1;
  return `tile-${number}`;
}
