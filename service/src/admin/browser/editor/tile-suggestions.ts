import { html, nothing } from 'lit';
import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { Tile } from '../../../dashboard/definition.ts';
import { TILE_KINDS } from '../../../dashboard/tile-kinds.ts';
import type { DraftPart } from './draft-part.ts';
import { createTileId } from './new-tile.ts';
import { suggestTiles } from './suggest-tiles.ts';

interface SuggestionTools {
  columnsOf: (key: string) => DatasetColumns;
  tiles: DraftPart<Tile[]>;
}

/** Renders buttons that add the tiles that suit the columns of a dataset. */
export function tileSuggestions(key: string, { columnsOf, tiles }: SuggestionTools): unknown {
  const id = createTileId(tiles.value);
  const suggested = suggestTiles(columnsOf(key));
  if (suggested.length === 0) return nothing;
  return html`<p class="suggestions">
    <span>Add as a tile:</span>
    ${suggested.map((tile) => {
      const add = (): void => tiles.set([...tiles.value, { ...tile, id, dataset: key }]);
      return html`<button type="button" class="plain small" @click=${add}>
        ${TILE_KINDS[tile.kind].name}: ${tile.title}
      </button>`;
    })}
  </p>`;
}
