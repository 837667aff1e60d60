import type { AxisTile, HeatMapTile, ShareTile } from './definition.ts';

/** A tile whose values may add up. */
export type SummableTile = AxisTile | HeatMapTile | ShareTile;

/** Returns the columns of the values that a tile draws. With `splitBy`, only the first series is shown. */
export function toValueColumns(tile: SummableTile): string[] {
  if (!('series' in tile)) return [tile.value];
  const columns = tile.series.map(({ column }) => column);
  return tile.splitBy === undefined ? columns : columns.slice(0, 1);
}
