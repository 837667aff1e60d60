import { html, nothing } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { DataTile } from '../../../../dashboard/definition.ts';
import { TILE_KINDS } from '../../../../dashboard/tile-kinds.ts';
import { DIALECTS } from '../../../../database/dialects.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { createDataset, type EditedDataset, type EditedDraft } from '../model/edited-draft.ts';
import { createTileId } from '../suggest/new-tile.ts';
import type { SelectTools } from '../sql/select-fields.ts';
import { suggestSummaries, type Summary } from '../suggest/suggest-summaries.ts';
import { suggestTiles } from '../suggest/suggest-tiles.ts';

interface SuggestionTools extends Pick<SelectTools, 'tablesOf'> {
  columnsOf: (key: string) => DatasetColumns;
  draft: DraftPart<EditedDraft>;
}

/** Renders buttons that add the tiles that suit the columns of a dataset, and tiles of its sums and averages. */
export function tileSuggestions(
  { key, sql, connection }: EditedDataset,
  { columnsOf, draft, tablesOf }: SuggestionTools,
): unknown {
  const { tiles, datasets } = draft.value;
  const id = createTileId(tiles);
  const columns = columnsOf(key);
  const add = (tile: DataTile): void =>
    draft.merge({ tiles: [...tiles, { ...tile, id, dataset: key }] });
  const addSummary = (summary: Summary): void => {
    const dataset = { ...createDataset(draft.value), sql: summary.sql, connection };
    draft.merge({
      datasets: [...datasets, dataset],
      tiles: [...tiles, { ...summary.tile, id, dataset: dataset.key }],
    });
  };
  const dialect = DIALECTS[tablesOf(connection ?? '').dialect];
  const buttons = [
    ...suggestSummaries(columns, sql, dialect).map((summary) =>
      suggestion(summary.tile, () => addSummary(summary)),
    ),
    ...suggestTiles(columns).map((tile) => suggestion(tile, () => add(tile))),
  ];
  if (buttons.length === 0) return nothing;
  return html`<p class="suggestions"><span>Add as a tile:</span> ${buttons}</p>`;
}

function suggestion({ kind, title }: DataTile, onClick: () => void): unknown {
  return html`<button type="button" class="plain small" @click=${onClick}>
    ${TILE_KINDS[kind].name}: ${title}
  </button>`;
}
