import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { Tile } from '../../../../dashboard/definition.ts';
import { type SummableTile, toValueColumns } from '../../../../dashboard/summable-tile.ts';

/** Returns a tile with the suggestion whether its values add up, if its kind needs that. */
export function withAddsUp<Any extends Tile>(tile: Any, columns: DatasetColumns): Any {
  return canAddUp(tile) ? { ...tile, addsUp: addsUp(tile, columns) || undefined } : tile;
}

/** Returns whether the SQL makes all values of a tile with `sum` or `count`. */
export function addsUp(tile: SummableTile, { sums = [] }: DatasetColumns): boolean {
  return toValueColumns(tile).every((name) => sums.includes(name));
}

function canAddUp(tile: Tile): tile is SummableTile {
  return (
    'series' in tile || tile.kind === 'pie' || tile.kind === 'donut' || tile.kind === 'heatmap'
  );
}
