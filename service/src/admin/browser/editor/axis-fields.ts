import { html, nothing } from 'lit';
import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type { AxisTile } from '../../../dashboard/definition.ts';
import { checkField } from './check-field.ts';
import { columnField } from './column-field.ts';
import { columnList } from './column-list.ts';
import type { DraftPart } from './draft-part.ts';
import { formatField } from './format-field.ts';
import { toSeries } from './new-tile.ts';
import { selectField } from './select-field.ts';

/** The formats of categories and their names. */
const CATEGORY_FORMATS = [
  ['', 'From the column’s type'],
  ['text', 'Text'],
  ['date', 'Date'],
  ['month', 'Month'],
  ['instant', 'Date and time (UTC)'],
] as const;

/** Renders the fields of bars, lines and areas. */
export function axisFields(
  tile: DraftPart<AxisTile>,
  { names: columns, numbers }: DatasetColumns,
): unknown {
  return html`<div class="pair">
      ${columnField(tile.at('category'), { label: 'Category', columns })}
      ${selectField(tile.optional('categoryFormat'), {
        label: 'Category format',
        choices: CATEGORY_FORMATS,
      })}
    </div>
    ${columnField(tile.optional('splitBy'), { label: 'Split by', columns, isOptional: true })}
    ${columnList(tile.at('series'), {
      legend: 'Series',
      one: 'series',
      columns: numbers,
      create: toSeries,
    })}
    ${formatField(tile.at('format'))} ${layoutFields(tile)}`;
}

function layoutFields(tile: DraftPart<AxisTile>): unknown {
  const { kind, horizontal = false, stacked = false } = tile.value;
  if (kind === 'line') return nothing;
  return html`<div class="checks">
    ${kind === 'bar' ? checkField('Horizontal', horizontal, tile.at('horizontal').set) : nothing}
    ${checkField('Stacked', stacked, tile.at('stacked').set)}
  </div>`;
}
