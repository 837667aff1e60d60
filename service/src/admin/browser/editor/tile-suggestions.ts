import { html, nothing } from 'lit';
import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { Tile } from '../../../dashboard/definition.ts';
import type { ResultSample } from '../../dashboards/editor-wire.ts';
import type { DraftPart } from './draft-part.ts';
import { createTileId, TILE_KINDS } from './new-tile.ts';
import { suggestTiles } from './suggest-tiles.ts';

interface SuggestionTools {
  columnsOf: (key: string) => DatasetColumns;
  sampleOf: (key: string) => ResultSample | undefined;
  tiles: DraftPart<Tile[]>;
}

/** Renders buttons that add the tiles that suit the columns of a dataset. */
export function tileSuggestions(
  key: string,
  { columnsOf, sampleOf, tiles }: SuggestionTools,
): unknown {
  const id = createTileId(tiles.value);
  const suggested = suggestTiles(columnsOf(key), sampleOf(key)?.rowCount ?? 0);
  if (suggested.length === 0) return nothing;
  return html`<p class="suggestions">
    <span>Add as a tile:</span>
    ${suggested.map((tile) => {
      const add = (): void => tiles.set([...tiles.value, { ...tile, id, dataset: key }]);
      return html`<button type="button" class="plain small" @click=${add}>
        ${toKindName(tile)}: ${tile.title}
      </button>`;
    })}
  </p>`;
}

function toKindName({ kind }: Tile): string {
  return TILE_KINDS.find(([each]) => each === kind)![1];
}
