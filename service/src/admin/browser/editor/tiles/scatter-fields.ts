import { html } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { ScatterAxis, ScatterTile } from '../../../../dashboard/definition.ts';
import { categoryFields } from './category-fields.ts';
import { checkField } from '../fields/check-field.ts';
import { columnFields } from './column-fields.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { numberStyleFields } from '../fields/number-style-fields.ts';
import { toAxis } from '../suggest/new-tile.ts';

/** Renders the fields of a scatter chart: the names of its points, and its two axes. */
export function scatterFields(tile: DraftPart<ScatterTile>, columns: DatasetColumns): unknown {
  return html`${categoryFields(tile, columns)}
  ${axisFields('Horizontal axis', tile.at('x'), columns)}
  ${axisFields('Vertical axis', tile.at('y'), columns)}`;
}

function axisFields(
  legend: string,
  axis: DraftPart<ScatterAxis>,
  columns: DatasetColumns,
): unknown {
  const create = (name: string): ScatterAxis => toAxis(name, columns);
  const choice = { columns: columns.numbers, create };
  return html`<fieldset class="columns">
    <legend>${legend}</legend>
    ${columnFields(axis, choice)} ${numberStyleFields(axis)}
    ${checkField('Logarithmic', axis.value.logarithmic ?? false, axis.at('logarithmic').set)}
  </fieldset>`;
}
