import { html } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { HeatMapTile } from '../../../../dashboard/definition.ts';
import { columnField } from '../fields/column-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { formatField } from '../fields/select-field.ts';
import { numberStyleFields } from '../fields/number-style-fields.ts';

/** Renders the fields of a heat map. */
export function heatMapFields(
  tile: DraftPart<HeatMapTile>,
  { names: columns }: DatasetColumns,
): unknown {
  return html`<div class="pair">
      ${columnField(tile.at('category'), { label: 'Category', columns })}
      ${columnField(tile.at('splitBy'), { label: 'Split by', columns })}
    </div>
    <div class="pair">
      ${columnField(tile.at('value'), { label: 'Value', columns })}
      ${formatField(tile.at('format'))}
    </div>
    ${numberStyleFields(tile)}`;
}
