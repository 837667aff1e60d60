import { html } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { HistogramTile } from '../../../../dashboard/definition.ts';
import { columnField } from '../fields/column-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { formatField } from '../fields/select-field.ts';
import { optionalNumberField } from '../fields/number-field.ts';
import { numberStyleFields } from '../fields/number-style-fields.ts';
import { textField } from '../fields/text-field.ts';

const BINS = {
  label: 'Number of bars',
  hint: 'About as many, between round numbers. Empty: automatic.',
};

/** Renders the fields of a histogram. */
export function histogramFields(
  tile: DraftPart<HistogramTile>,
  { numbers: columns }: DatasetColumns,
): unknown {
  return html`<div class="pair">
      ${columnField(tile.at('value'), { label: 'Value', columns })}
      ${optionalNumberField(tile.at('bins'), BINS)}
    </div>
    ${textField(tile.optional('valueTitle'), { label: 'Title of the value axis' })}
    ${formatField(tile.at('format'))} ${numberStyleFields(tile)}`;
}
