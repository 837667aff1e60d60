import { html } from 'lit';
import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { HistogramTile } from '../../../dashboard/definition.ts';
import { columnField } from './column-field.ts';
import type { DraftPart } from './draft-part.ts';
import { formatField } from './format-field.ts';
import { optionalNumberField } from './number-field.ts';
import { numberStyleFields } from './number-style-fields.ts';
import { textField } from './text-field.ts';

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
