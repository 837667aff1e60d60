import { html } from 'hono/html';
import { type DataTile, isChartTile } from '../dashboard/definition.ts';
import type { Markup } from './page-shell.ts';
import { toHeadingId } from './text-markup.ts';
import type { TileData } from './tile-data.ts';
import type { PageWords } from './words/page-words.ts';

/** A page with one tile: its rows as a table, or the tile in the full width of the page. */
export type TileView = 'rows' | 'full';

/** A page or file of one tile: the field of the query that has the tile's id. */
export type TileUse = TileView | 'csv' | 'svg';

/** The menus of a page. */
export interface TileMenus {
  /** Returns the address of a page or file of a tile. */
  toUrl: (use: TileUse, tile: DataTile) => string;
  /** Whether readers may save files. */
  hasDownloads: boolean;
  /** The view that the page is. Default: it is the dashboard. */
  view: TileView | undefined;
}

/** Renders the menu of a tile. It works without scripts. Opening a menu closes the others. */
export function renderTileMenu(
  tile: DataTile,
  data: TileData,
  { toUrl, hasDownloads, view }: TileMenus,
  words: PageWords,
): Markup {
  const hasTable = 'table' in data;
  const uses: readonly [use: TileUse, text: string, isOffered: boolean][] = [
    // A table already shows its rows.
    ['rows', words.showRows, hasTable && tile.kind !== 'table' && view !== 'rows'],
    ['csv', words.csv, hasTable && hasDownloads],
    ['svg', words.svg, data.state === 'ready' && isChartTile(tile) && hasDownloads],
    ['full', words.fullSize, view !== 'full'],
  ];
  const offered = uses.filter(([, , isOffered]) => isOffered);
  if (offered.length === 0) return html``;
  return html`<details class="tile-menu" name="tile-menu">
    <summary aria-describedby="${toHeadingId(tile)}">
      <span class="visually-hidden">${words.menu}</span>
    </summary>
    <ul>
      ${offered.map(
        ([use, text]) =>
          html`<li>
            <a data-use="${use}" href="${toUrl(use, tile)}" aria-describedby="${toHeadingId(tile)}">
              ${text}
            </a>
          </li>`,
      )}
    </ul>
  </details>`;
}
