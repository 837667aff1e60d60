import { html, nothing } from 'lit';
import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { NumberTile } from '../../../dashboard/definition.ts';
import { columnField } from './column-field.ts';
import type { DraftPart } from './draft-part.ts';
import { formatField } from './format-field.ts';
import { selectField } from './select-field.ts';
import { textField } from './text-field.ts';
import { type TileData, toDatasetChoices } from './tile-data.ts';

const BETTER = [
  ['higher', 'higher'],
  ['lower', 'lower'],
] as const;

/** Renders the fields of a number: its value, its comparison, its note and its trend. */
export function numberFields(tile: DraftPart<NumberTile>, data: TileData): unknown {
  const { names: columns } = data.columnsOf(tile.value.dataset);
  const better = tile.field('better', tile.value.better ?? 'higher', (chosen) =>
    tile.merge({ better: chosen }),
  );
  return html`<div class="pair">
      ${columnField(tile.at('value'), { label: 'Value', columns })}
      ${formatField(tile.at('format'))}
    </div>
    <div class="pair">
      ${columnField(tile.optional('previous'), { label: 'Compared with', columns, isOptional: true })}
      ${selectField(better, { label: 'Better when', choices: BETTER })}
    </div>
    ${textField(tile.at('note'), { label: 'Note below the figure' })}
    <div class="pair">${trendFields(tile, data)}</div>`;
}

function trendFields(tile: DraftPart<NumberTile>, data: TileData): unknown {
  const { trend } = tile.value;
  const dataset = tile.field('trend.dataset', trend?.dataset ?? '', (key) =>
    tile.merge({ trend: toTrend(key, data.columnsOf(key)) }),
  );
  return html`${selectField(dataset, {
    label: 'Trend line from',
    choices: [['', 'None'], ...toDatasetChoices(data)],
  })}
  ${
    trend
      ? columnField(
          tile.field('trend.column', trend.column, (column) =>
            tile.merge({ trend: { ...trend, column } }),
          ),
          { label: 'Column of the trend', columns: data.columnsOf(trend.dataset).numbers },
        )
      : nothing
  }`;
}

function toTrend(dataset: string, { numbers }: DatasetColumns): NumberTile['trend'] {
  return dataset ? { dataset, column: numbers[0] ?? '' } : undefined;
}
