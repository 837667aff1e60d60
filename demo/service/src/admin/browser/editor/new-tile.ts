import type { Tile } from '../../../dashboard/definition.ts';

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
  columns: readonly string[],
): Tile {
  const [first = '', second = first] = columns;
  const base = { id, title, dataset, span };
  const format = 'integer';
  switch (kind) {
    case 'number':
      return { ...base, kind, value: first, format, note: '' };
    case 'bar':
    case 'line':
      return { ...base, kind, category: first, series: [toSeries(second)], format };
    case 'pie':
    case 'donut':
      return { ...base, kind, category: first, value: second, format };
    default:
      return {
        ...base,
        kind,
        columns: (columns.length > 0 ? columns.slice(0, 30) : ['']).map((column) =>
          Object.assign(toSeries(column), { format: 'text' as const }),
        ),
      };
  }
}

/** The same tile as another kind. What both kinds show is kept. */
export function toKind(tile: Tile, kind: Tile['kind'], columns: readonly string[]): Tile {
  const made = createTile(kind, tile, columns);
  const old: Partial<Record<string, unknown>> = { ...tile };
  const kept = Object.keys(made).filter((key) => old[key] !== undefined && key !== 'kind');
  return { ...made, ...Object.fromEntries(kept.map((key) => [key, old[key]])) };
}

/** A column with a label made of its name: `units_sold` is “Units sold”. */
export function toSeries(column: string): { column: string; label: string } {
  const words = column.replaceAll('_', ' ').trim();
  return { column, label: words.slice(0, 1).toUpperCase() + words.slice(1) };
}

/** An id that no tile of the dashboard has. */
export function createTileId(tiles: readonly Tile[]): string {
  let number = tiles.length + 1;
  while (tiles.some(({ id }) => id === `tile-${number}`)) number += 1;
  return `tile-${number}`;
}
