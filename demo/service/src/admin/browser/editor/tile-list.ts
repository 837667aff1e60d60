import { html } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Tile } from '../../../dashboard/definition.ts';
import { addButton } from './add-button.ts';
import type { DraftPart } from './draft-part.ts';
import type { EditedDraft } from './edited-draft.ts';
import { moveButtons, removeButton } from './item-buttons.ts';
import { item } from './item.ts';
import { addItem } from './list-edit.ts';
import { createTile, createTileId, findSpan, TILE_KINDS } from './new-tile.ts';
import type { TileData } from './tile-data.ts';
import { tileFields } from './tile-fields.ts';

/** The tiles, in the order of the page. */
export function tileList(draft: DraftPart<EditedDraft>, data: TileData): unknown {
  const list = draft.at('tiles');
  const add = (): void => addItem(list, createNumber(list.value, data), 'title');
  return html`<section aria-labelledby="tiles">
    <h2 id="tiles">Tiles</h2>
    <ol class="items">
      ${repeat(
        list.value,
        ({ id }) => id,
        (_, index) => tileItem(list, index, data),
      )}
    </ol>
    ${addButton(list, { text: 'Add a tile', onAdd: add })}
  </section>`;
}

/** A new tile begins as a number, of the last dataset. */
function createNumber(tiles: readonly Tile[], { datasets, columnsOf }: TileData): Tile {
  const dataset = datasets.at(-1)?.key ?? '';
  const base = { id: createTileId(tiles), title: '', dataset, span: findSpan('number') };
  return createTile('number', base, columnsOf(dataset));
}

function tileItem(list: DraftPart<Tile[]>, index: number, data: TileData): unknown {
  const tile = list.at(index);
  const { title, kind } = tile.value;
  const place = { list, index, name: title || 'the tile' };
  return item(tile, {
    title: title || 'Untitled',
    kind: TILE_KINDS.find(([each]) => each === kind)?.[1] ?? '',
    isOpen: !title,
    fields: tileFields(tile, data),
    buttons: html`${moveButtons(place)} ${removeButton(place)}`,
  });
}
