import { html } from 'hono/html';
import { type DataTile, isChartTile } from '../../dashboard/definition.ts';
import type { Markup } from '../page-shell.ts';
import { toHeadingId } from './text-markup.ts';
import type { TileData } from '../../tiles/tile-data.ts';
import type { PageWords } from '../../words/page-words.ts';

/** A page with one tile: its rows as a table, or the tile in the full width of the page. */
export type TileView = 'rows' | 'full';

/** A page or file of one tile: the field of the query that has the tile's id. */
export type TileUse = TileView | 'csv' | 'svg';

/** An item of a menu. The page's script makes the PNG from the SVG file. */
interface MenuItem {
  name: TileUse | 'png';
  use: TileUse;
  text: string;
  isOffered: boolean;
}

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
  const hasPicture = data.state === 'ready' && isChartTile(tile) && hasDownloads;
  // A table already shows its rows.
  const hasRows = hasTable && tile.kind !== 'table' && view !== 'rows';
  const toPicture = (format: string): string => words.picture.replace('{format}', format);
  const items: readonly MenuItem[] = [
    { name: 'rows', use: 'rows', text: words.showRows, isOffered: hasRows },
    { name: 'csv', use: 'csv', text: words.csv, isOffered: hasTable && hasDownloads },
    { name: 'svg', use: 'svg', text: toPicture('SVG'), isOffered: hasPicture },
    { name: 'png', use: 'svg', text: toPicture('PNG'), isOffered: hasPicture },
    { name: 'full', use: 'full', text: words.fullSize, isOffered: view !== 'full' },
  ];
  const offered = items.filter(({ isOffered }) => isOffered);
  if (offered.length === 0) return html``;
  return html`<details class="tile-menu" name="tile-menu">
    <summary aria-describedby="${toHeadingId(tile)}">
      <span class="visually-hidden">${words.menu}</span>
    </summary>
    <ul>
      ${offered.map(
        ({ name, use, text }) =>
          html`<li ${name === 'png' ? 'hidden' : ''}>
            <a
              data-use="${name}"
              href="${toUrl(use, tile)}"
              aria-describedby="${toHeadingId(tile)}"
            >
              ${text}
            </a>
          </li>`,
      )}
    </ul>
  </details>`;
}
