import { html } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { HeatMapTile } from '../../../../dashboard/definition.ts';
import { categoryFields } from './category-fields.ts';
import { addingUpField } from './adding-up-field.ts';
import { columnField } from '../fields/column-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { formatField } from '../fields/select-field.ts';
import { numberStyleFields } from '../fields/number-style-fields.ts';

/** Renders the fields of a heat map. */
export function heatMapFields(tile: DraftPart<HeatMapTile>, columns: DatasetColumns): unknown {
  return html`${categoryFields(tile, columns)}
    ${columnField(tile.at('splitBy'), { label: 'Split by', columns: columns.names })}
    <div class="pair">
      ${columnField(tile.at('value'), { label: 'Value', columns: columns.names })}
      ${formatField(tile.at('format'))}
    </div>
    ${addingUpField(tile, columns)} ${numberStyleFields(tile)}`;
}
