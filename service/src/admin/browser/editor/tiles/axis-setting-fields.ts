import { html, nothing } from 'lit';
import { AXIS_KINDS } from '../../../../dashboard/axis-kinds.ts';
import type { DatasetColumns } from '../../../../dashboard/dashboard-draft.ts';
import type { AxisTile, ChartSeries } from '../../../../dashboard/definition.ts';
import { checkField } from '../fields/check-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { type Choices, formatField, selectField } from '../fields/select-field.ts';
import { toValueStyle } from '../suggest/suggest-style.ts';
import { numberStyleFields } from '../fields/number-style-fields.ts';
import { referenceList } from './reference-list.ts';
import { textField } from '../fields/text-field.ts';

const STARTS: Choices<'zero' | 'values' | ''> = [
  ['', 'Automatic'],
  ['zero', 'Zero'],
  ['values', 'The lowest value'],
];

/** Renders the settings of a chart's axes, which open on demand, and its reference lines. */
export function axisSettingFields(tile: DraftPart<AxisTile>, columns: DatasetColumns): unknown {
  const { kind, secondAxis, series, logarithmic = false } = tile.value;
  const { isLine } = AXIS_KINDS[kind];
  const hasSecond = secondAxis && series.some(({ second }) => second);
  return html`${hasSecond ? secondAxisFields(tile, secondAxis) : nothing}
    <details class="more">
      <summary>Axes and reference lines</summary>
      <div class="more-fields">
        <div class="pair">
          ${textField(tile.optional('valueTitle'), { label: 'Title of the value axis' })}
          ${textField(tile.optional('categoryTitle'), { label: 'Title of the category axis' })}
          ${
            isLine
              ? selectField(tile.optional('start'), { label: 'Axis starts at', choices: STARTS })
              : nothing
          }
        </div>
        ${isLine ? checkField('Logarithmic', logarithmic, tile.at('logarithmic').set) : nothing}
        ${referenceList(tile, columns.numbers)}
      </div>
    </details>`;
}

function secondAxisFields(
  tile: DraftPart<AxisTile>,
  secondAxis: NonNullable<AxisTile['secondAxis']>,
): unknown {
  const axis = tile.field('secondAxis', secondAxis, (changed) =>
    tile.merge({ secondAxis: changed }),
  );
  return html`<fieldset class="columns">
    <legend>Second axis</legend>
    <div class="pair">
      ${textField(axis.at('title'), { label: 'Title' })} ${formatField(axis.at('format'))}
    </div>
    ${numberStyleFields(axis)}
  </fieldset>`;
}

/** Renders the settings of a series of a chart that is not split. */
export function seriesChecks(
  tile: DraftPart<AxisTile>,
  series: DraftPart<ChartSeries>,
  columns: DatasetColumns,
): unknown {
  const { kind, horizontal, splitBy } = tile.value;
  if (splitBy !== undefined || horizontal) return nothing;
  const { comparison = false, line = false, second = false } = series.value;
  const { isLine, hasBars } = AXIS_KINDS[kind];
  const check = (key: 'comparison' | 'line', label: string, isChecked: boolean): unknown =>
    checkField(label, isChecked, (checked) => series.merge({ [key]: checked || undefined }));
  return html`<div class="checks">
    ${hasBars ? check('line', 'Line', line) : nothing}
    ${isLine || (hasBars && line) ? check('comparison', 'Comparison', comparison) : nothing}
    ${
      tile.value.series.length > 1
        ? checkField('Second axis', second, (checked) =>
            toSecond(tile, series.value, checked, columns),
          )
        : nothing
    }
  </div>`;
}

/** Moves a series to the second axis or back. A new axis has the label and the format of its first series. */
function toSecond(
  tile: DraftPart<AxisTile>,
  changed: ChartSeries,
  isSecond: boolean,
  columns: DatasetColumns,
): void {
  const { series, secondAxis } = tile.value;
  const axis = { title: changed.label, ...toValueStyle(changed.column, columns) };
  tile.merge({
    series: series.map((each) =>
      each === changed ? Object.assign({ ...each }, { second: isSecond || undefined }) : each,
    ),
    secondAxis: secondAxis ?? axis,
  });
}
