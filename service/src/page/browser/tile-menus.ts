import type { LiveTile } from './reader-state.ts';
import { findTitle } from './rows-view.ts';
import type { TileDialog } from './tile-dialog.ts';
import { savePng } from './tile-picture.ts';

/** Shows the menu item of a tile that needs a script. */
export function showScriptItems(tile: HTMLElement): void {
  const item = tile.querySelector('.tile-menu [data-use=png]')?.closest('li');
  // Nobody may read the canvas of a page with an opaque origin.
  if (item) item.hidden = origin === 'null';
}

/** Opens pages of menus as dialogs, gives pictures the series that the reader has hidden, and saves them as PNG. */
export function watchMenus(tiles: readonly LiveTile[], dialog: TileDialog | null): void {
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.tile-menu a');
    const tile = tiles.find(({ element }) => element.contains(link));
    if (!link || !tile) return;
    link.closest('details')!.open = false;
    const { use } = link.dataset;
    if (use === 'svg' || use === 'png') link.search = withHidden(link.search, tile);
    // With a key, the browser opens the page in a new tab.
    const isPlain = !event.ctrlKey && !event.metaKey && !event.shiftKey;
    const isView = use === 'rows' || use === 'full';
    if (isPlain && isView && dialog?.open(tile, use)) event.preventDefault();
    if (use !== 'png') return;
    event.preventDefault();
    // The server answers the link with the page that says why there is no picture.
    savePng(link.href, findTitle(tile.element).textContent.trim()).catch(() =>
      location.assign(link.href),
    );
  });
}

function withHidden(search: string, { legend }: LiveTile): string {
  const fields = new URLSearchParams(search);
  fields.delete('hidden');
  for (const label of legend?.hidden ?? []) fields.append('hidden', label);
  return `${fields}`;
}
