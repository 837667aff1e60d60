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

/** Returns the tiles of sections: those after the first section heading. */
export function findNested(tiles: readonly Tile[]): ReadonlySet<Tile> {
  const first = tiles.findIndex(({ kind }) => kind === 'heading');
  return new Set(first < 0 ? [] : tiles.slice(first));
}

/** Returns the number tiles that share a row of a wide page with taller tiles. They keep their own height. */
export function findShortNumbers(tiles: readonly Tile[]): ReadonlySet<Tile> {
  const mixed = toTileRows(tiles).filter((row) => row.some(({ kind }) => kind !== 'number'));
  return new Set(mixed.flat().filter(({ kind }) => kind === 'number'));
}
