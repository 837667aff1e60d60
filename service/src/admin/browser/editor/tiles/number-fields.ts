import { html, nothing } from 'lit';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { NumberTile } from '../../../../dashboard/definition.ts';
import { columnField } from '../fields/column-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { type Choices, formatField, selectField } from '../fields/select-field.ts';
import { numberField } from '../fields/number-field.ts';
import { numberStyleFields } from '../fields/number-style-fields.ts';
import { suggestTarget } from '../suggest/suggest-settings.ts';
import { textField } from '../fields/text-field.ts';
import { type TileData, toDatasetChoices } from './tile-data.ts';

const FIRST_ROW = 'The dataset has more than one row. The tile shows the first one.';
const BETTER = [
  ['higher', 'higher'],
  ['lower', 'lower'],
] as const;

type TargetKind = NonNullable<NumberTile['target']>['kind'];

const TARGET_KINDS: Choices<TargetKind | ''> = [
  ['', 'None'],
  ['value', 'Fixed value'],
  ['column', 'From a column'],
];
const TARGETS: Record<
  TargetKind | '',
  (tile: NumberTile, numbers: readonly string[]) => NumberTile['target']
> = {
  '': () => undefined,
  value: () => ({ kind: 'value', value: null }),
  column: ({ value, previous = value }, numbers) => ({
    kind: 'column',
    column: suggestTarget([value, previous], numbers),
  }),
};

/** Renders the fields of a number: its value, its comparison, its target, its note and its trend. */
export function numberFields(tile: DraftPart<NumberTile>, data: TileData): unknown {
  const { names: columns, facts } = data.columnsOf(tile.value.dataset);
  const hint = facts && facts.rowCount > 1 ? FIRST_ROW : undefined;
  const better = tile.field('better', tile.value.better ?? 'higher', (chosen) =>
    tile.merge({ better: chosen }),
  );
  return html`<div class="pair">
      ${columnField(tile.at('value'), { label: 'Value', columns, hint })}
      ${formatField(tile.at('format'))}
    </div>
    ${numberStyleFields(tile)}
    <div class="pair">
      ${columnField(tile.optional('previous'), { label: 'Compared with', columns, isOptional: true })}
      ${selectField(better, { label: 'Better when', choices: BETTER })}
    </div>
    <div class="pair">${targetFields(tile, data)}</div>
    ${textField(tile.at('note'), { label: 'Note below the figure' })}
    <div class="pair">${trendFields(tile, data)}</div>`;
}

function targetFields(tile: DraftPart<NumberTile>, data: TileData): unknown {
  const { target, dataset } = tile.value;
  const { numbers } = data.columnsOf(dataset);
  const kind = tile.field<TargetKind | ''>('target.kind', target?.kind ?? '', (chosen) =>
    tile.merge({ target: TARGETS[chosen](tile.value, numbers) }),
  );
  return html`${selectField(kind, { label: 'Target', choices: TARGET_KINDS })}
  ${
    target?.kind === 'value'
      ? numberField(
          tile.field('target.value', target.value, (value) =>
            tile.merge({ target: { ...target, value } }),
          ),
          { label: 'Target value' },
        )
      : nothing
  }
  ${
    target?.kind === 'column'
      ? columnField(
          tile.field('target.column', target.column, (column) =>
            tile.merge({ target: { ...target, column } }),
          ),
          { label: 'Column of the target', columns: numbers },
        )
      : nothing
  }`;
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
