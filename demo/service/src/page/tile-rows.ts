import type { Tile } from '../dashboard/definition.ts';

const COLUMNS = 12;

/** Returns the numbers that share a row of a wide page with higher tiles. They keep their own height. */
export function findShortNumbers(tiles: readonly Tile[]): ReadonlySet<Tile> {
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
  const mixed = rows.filter((row) => row.some(({ kind }) => kind !== 'number'));
  return new Set(mixed.flat().filter(({ kind }) => kind === 'number'));
}
