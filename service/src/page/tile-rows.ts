import type { Tile } from '../dashboard/definition.ts';

/** The number of columns of the tile grid. */
export const COLUMNS = 12;

/** Returns the rows of a wide page. A tile that does not fit next to its neighbor begins a new row. */
export function toTileRows(tiles: readonly Tile[]): Tile[][] {
  const rows: Tile[][] = [];
  let room = 0;
  for (const tile of tiles) {
    room -= tile.span;
    if (room >= 0) rows.at(-1)!.push(tile);
    else {
      rows.push([tile]);
      room = COLUMNS - tile.span;
    }
  }
  return rows;
}

/** Returns the number tiles that share a row of a wide page with taller tiles. They keep their own height. */
export function findShortNumbers(tiles: readonly Tile[]): ReadonlySet<Tile> {
  const mixed = toTileRows(tiles).filter((row) => row.some(({ kind }) => kind !== 'number'));
  return new Set(mixed.flat().filter(({ kind }) => kind === 'number'));
}
