import { html } from 'hono/html';
import { type DataTile, hasData, type Tile } from '../../dashboard/definition.ts';
import type { Markup } from '../page-shell.ts';
import type { TileStyle } from './tile-markup.ts';

/** The height of a place in CSS pixels: a chart with one line of legend, and the first rows of a table. */
const HEIGHT = 360;
/** The heights of a figure with its change in two lines, of its target, and of its trend, which is lower then. */
const FIGURE_HEIGHT = 143;
const TARGET_HEIGHT = 48;
const TREND_HEIGHT = 41;

/**
 * Renders the order of the tiles on the page, for eyes, screen readers and the Tab key, and the places of the tiles that are
 * missing. A tile that comes late has the height of its place.
 */
export function renderPlaces(
  tiles: readonly Tile[],
  missing: ReadonlySet<Tile>,
  { shortNumbers }: TileStyle,
): Markup {
  const slots = tiles.map((tile) => {
    const isPlace = hasData(tile) && missing.has(tile);
    return isPlace ? renderPlace(tile, shortNumbers.has(tile)) : renderSlot(tile);
  });
  return html`<template shadowrootmode="open">${slots}</template>`;
}

function renderSlot({ id }: Tile): Markup {
  return html`<slot name="${id}"></slot>`;
}

function renderPlace(tile: DataTile, isShort: boolean): Markup {
  const { id, kind, span, title } = tile;
  return html`<slot name="${id}" style="--span:${span};--place:${toHeight(tile)}px">
    <div part="place ${kind}${isShort ? ' short' : ''}" aria-busy="true">
      <p part="place-title">${title}</p>
    </div>
  </slot>`;
}

function toHeight(tile: DataTile): number {
  if (tile.kind !== 'number') return HEIGHT;
  return FIGURE_HEIGHT + (tile.target ? TARGET_HEIGHT : 0) + (tile.trend ? TREND_HEIGHT : 0);
}
