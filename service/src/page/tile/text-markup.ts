import { html, raw } from 'hono/html';
import type { HeadingTile, TextTile, Tile } from '../../dashboard/definition.ts';
import { renderMarkdown } from '../../dashboard/markdown.ts';
import type { Markup } from '../page-shell.ts';

/** The parts of a page's style that decide the levels of its headings. */
interface HeadingStyle {
  nested: ReadonlySet<Tile>;
}

/** Returns the id of the heading of a tile. */
export function toHeadingId({ id }: Tile): string {
  return `tile-${id}`;
}

/** Renders the title of a tile as a heading. */
export function renderTitle(tile: Tile, style: HeadingStyle): Markup {
  const level = toLevel(tile, style);
  return html`${raw(`<h${level}`)} id="${toHeadingId(tile)}">${tile.title}${raw(`</h${level}>`)}`;
}

/** Renders the heading of a section, or a text with its title. `isFirst`: no tile is above it. */
export function renderTextTile(
  tile: HeadingTile | TextTile,
  style: HeadingStyle,
  isFirst: boolean,
): Markup {
  const { id, kind, title } = tile;
  const data = html`slot="${id}" data-tile="${id}" data-kind="${kind}" data-state="ready"`;
  if (kind === 'heading') {
    const name = isFirst ? 'section first' : 'section';
    return html`<h2 class="${name}" id="${toHeadingId(tile)}" ${data}>${title}</h2>`;
  }
  const level = toLevel(tile, style);
  const label = tile.title && html` aria-labelledby="${toHeadingId(tile)}"`;
  return html`<section class="tile" style="--span:${tile.span}" ${data} ${label}>
    ${tile.title && html`<header>${renderTitle(tile, style)}</header>`}
    <div class="text">${raw(renderMarkdown(tile.text, tile.title ? level + 1 : level))}</div>
  </section>`;
}

function toLevel(tile: Tile, { nested }: HeadingStyle): number {
  return nested.has(tile) ? 3 : 2;
}
