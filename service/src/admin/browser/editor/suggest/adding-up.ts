import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { AxisTile, HeatMapTile, ShareTile, Tile } from '../../../../dashboard/definition.ts';

/** A tile whose values may add up. */
export type SummableTile = AxisTile | HeatMapTile | ShareTile;

/** Returns a tile with the suggestion whether its values add up, if its kind needs that. */
export function withAddsUp<Any extends Tile>(tile: Any, columns: DatasetColumns): Any {
  return canAddUp(tile) ? { ...tile, addsUp: addsUp(tile, columns) || undefined } : tile;
}

/** Returns whether the SQL makes all values of a tile with `sum` or `count`. */
export function addsUp(tile: SummableTile, { sums = [] }: DatasetColumns): boolean {
  return toValueColumns(tile).every((name) => sums.includes(name));
}

/** Returns the columns of a tile whose values may be added up. */
export function toValueColumns(tile: SummableTile): string[] {
  if (!('series' in tile)) return [tile.value];
  const columns = tile.series.map(({ column }) => column);
  return tile.splitBy === undefined ? columns : columns.slice(0, 1);
}

function canAddUp(tile: Tile): tile is SummableTile {
  return (
    'series' in tile || tile.kind === 'pie' || tile.kind === 'donut' || tile.kind === 'heatmap'
  );
}
