/** Returns the heading of a tile, whose level depends on sections. */
export function findTitle(tile: HTMLElement): HTMLElement {
  return tile.querySelector<HTMLElement>('header > :first-child')!;
}
