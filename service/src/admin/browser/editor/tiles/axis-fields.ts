import { html, nothing } from 'lit';
import { AXIS_KINDS } from '../../../../dashboard/axis-kinds.ts';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { AxisTile, ChartSeries } from '../../../../dashboard/definition.ts';
import { addingUpField } from './adding-up-field.ts';
import { axisSettingFields, seriesChecks } from './axis-setting-fields.ts';
import { categoryFields } from './category-fields.ts';
import { checkField } from '../fields/check-field.ts';
import { columnField } from '../fields/column-field.ts';
import { columnList } from './column-list.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { formatField, selectField } from '../fields/select-field.ts';
import { toSeries } from '../suggest/new-tile.ts';
import { numberStyleFields } from '../fields/number-style-fields.ts';

const MISSING = [
  ['', 'a gap'],
  ['zero', 'zero'],
] as const;

/** Renders the fields of bars, lines and areas. */
export function axisFields(tile: DraftPart<AxisTile>, columns: DatasetColumns): unknown {
  const { names, numbers } = columns;
  return html`${categoryFields(tile, columns)}
  ${columnField(tile.optional('splitBy'), { label: 'Split by', columns: names, isOptional: true })}
  ${columnList(tile.at('series'), {
    legend: 'Series',
    one: 'series',
    columns: numbers,
    create: (name) => toSeries(name) as ChartSeries,
    more: (series) => seriesChecks(tile, series, columns),
  })}
  ${addingUpField(tile, columns)}
  ${selectField(tile.optional('missing'), { label: 'Missing periods are', choices: MISSING })}
  ${formatField(tile.at('format'))} ${numberStyleFields(tile)} ${layoutFields(tile)}
  ${axisSettingFields(tile, columns)}`;
}

function layoutFields(tile: DraftPart<AxisTile>): unknown {
  const { kind, horizontal = false, stacked = false, splitBy, multiples = false } = tile.value;
  const { canStack, canBeHorizontal } = AXIS_KINDS[kind];
  const isSmall = splitBy !== undefined && multiples;
  return html`<div class="checks">
    ${canBeHorizontal ? checkField('Horizontal', horizontal, tile.at('horizontal').set) : nothing}
    ${canStack && !isSmall ? checkField('Stacked', stacked, tile.at('stacked').set) : nothing}
    ${
      splitBy === undefined
        ? nothing
        : checkField('Small charts', multiples, tile.at('multiples').set)
    }
  </div>`;
}
