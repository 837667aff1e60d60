import { html, nothing } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { type Tile, toTileName } from '../../../../dashboard/definition.ts';
import { addButton } from '../fields/add-button.ts';
import type { DraftPart } from '../model/draft-part.ts';
import type { EditedDraft } from '../model/edited-draft.ts';
import { removeButton } from '../fields/item-buttons.ts';
import { addItem } from '../model/list-edit.ts';
import { createTile, createTileId } from '../suggest/new-tile.ts';
import { suggestTiles } from '../suggest/suggest-tiles.ts';
import './tile-board.ts';
import type { TileData } from './tile-data.ts';
import { tileFields } from './tile-fields.ts';

/** The tile whose form is open. */
export interface TileSelection {
  /** The id of the tile; `null` for none. */
  selected: string | null;
  select: (id: string) => void;
}

/** Renders the layout of the tiles, and the form of the selected tile. */
export function tileList(
  draft: DraftPart<EditedDraft>,
  data: TileData,
  { selected, select }: TileSelection,
): unknown {
  const list = draft.at('tiles');
  const add = (): void => {
    const tile = createFirst(list.value, data);
    select(tile.id);
    addItem(list, tile, 'title');
  };
  return html`<section aria-labelledby="tiles">
    <h2 id="tiles">Tiles</h2>
    ${list.value.length > 0 ? board(list, { selected, select }) : nothing}
    ${addButton(list, { text: 'Add a tile', onAdd: add })} ${tileForm(list, selected, data)}
  </section>`;
}

function board(list: DraftPart<Tile[]>, { selected, select }: TileSelection): unknown {
  const isFlagged = (index: number): boolean => list.form.problems.isIn(`${list.path}.${index}`);
  const flagged = new Set(list.value.filter((_, index) => isFlagged(index)).map(({ id }) => id));
  return html`<tile-board
    .tiles=${list.value}
    .selected=${selected}
    .flagged=${flagged}
    .onSelect=${select}
    .onChange=${list.set}
  ></tile-board>`;
}

function tileForm(list: DraftPart<Tile[]>, selected: string | null, data: TileData): unknown {
  const index = list.value.findIndex(({ id }) => id === selected);
  if (index < 0) {
    return list.value.length > 0
      ? html`<p class="hint">Select a tile here or in the preview to edit it.</p>`
      : nothing;
  }
  const tile = list.at(index);
  const name = toTileName(tile.value);
  return keyed(
    selected,
    html`<div
      class="tile-form"
      id="tile-form"
      role="group"
      aria-label="Selected tile"
      tabindex="-1"
    >
      ${tileFields(tile, data)}
      <div class="buttons">${removeButton({ list, index, name })}</div>
    </div>`,
  );
}

/** Creates a new tile: the one that suits the last dataset best, or a number while its columns are unknown. */
function createFirst(tiles: readonly Tile[], { datasets, columnsOf }: TileData): Tile {
  const dataset = datasets.at(-1)?.key ?? '';
  const base = { id: createTileId(tiles), title: '', dataset };
  const [best] = suggestTiles(columnsOf(dataset));
  return best ? { ...best, ...base } : createTile('number', base, columnsOf(dataset));
}
