import { html } from 'hono/html';
import type { Markup } from './page-shell.ts';
import type { PageWords } from '../words/page-words.ts';

/** Renders the dialog in which the page's script shows a tile in full size, or its rows. */
export function renderTileDialog({ close }: PageWords): Markup {
  return html`<dialog class="tile-dialog">
    <div><button class="close" type="button" aria-label="${close}"></button></div>
  </dialog>`;
}
