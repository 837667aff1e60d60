import { html, nothing } from 'lit';
import type { ColorRule, RowColumn } from '../../../../dashboard/definition.ts';
import { isNumberFormat } from '../../../../values/value-style.ts';
import { addButton } from '../fields/add-button.ts';
import { checkField } from '../fields/check-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { removeButton } from '../fields/item-buttons.ts';
import { addItem } from '../model/list-edit.ts';
import { numberField } from '../fields/number-field.ts';
import { type Choices, selectField } from '../fields/select-field.ts';
import { textField } from '../fields/text-field.ts';

const TOTALS: Choices<'sum' | 'average' | ''> = [
  ['', 'None'],
  ['sum', 'Sum'],
  ['average', 'Average'],
];
const CONDITIONS: Choices<ColorRule['when']> = [
  ['atLeast', 'At least'],
  ['below', 'Below'],
];
const STYLES: Choices<ColorRule['style']> = [
  ['good', 'Green'],
  ['bad', 'Red'],
  ['notice', 'Yellow background'],
];
const NEW_RULE: ColorRule = { when: 'below', limit: null, style: 'bad' };
const LINK_HINT =
  'Starts with https://. {column} is the value of the row: https://app.example.com/{id}';

/** Renders the extras of a table's column, which open on demand: its total, its bars, its colors and its link. */
export function rowColumnFields(column: DraftPart<RowColumn>): unknown {
  const isNumber = isNumberFormat(column.value.format);
  return html`<details class="more">
    <summary>${isNumber ? 'Total, bars, colors and link' : 'Link'}</summary>
    <div class="more-fields">
      ${isNumber ? numberExtras(column) : nothing}
      ${textField(column.optional('link'), { label: 'Link', hint: LINK_HINT, isCode: true })}
    </div>
  </details>`;
}

function numberExtras(column: DraftPart<RowColumn>): unknown {
  const { bar = false, rules = [] } = column.value;
  const list = column.field('rules', rules, (changed) =>
    column.merge({ rules: changed.length > 0 ? changed : undefined }),
  );
  return html`${selectField(column.optional('total'), { label: 'Total', choices: TOTALS })}
    ${checkField('Bars', bar, (checked) => column.merge({ bar: checked || undefined }))}
    <fieldset class="columns">
      <legend>Colors</legend>
      <ol>
        ${rules.map((_, index) => ruleItem(list, index))}
      </ol>
      ${addButton(list, {
        text: 'Add color',
        isSmall: true,
        onAdd: () => addItem(list, NEW_RULE, 'when'),
      })}
    </fieldset>`;
}

function ruleItem(list: DraftPart<ColorRule[]>, index: number): unknown {
  const rule = list.at(index);
  return html`<li>
    ${selectField(rule.at('when'), { label: 'Condition', choices: CONDITIONS })}
    ${numberField(rule.at('limit'), { label: 'Limit' })}
    ${selectField(rule.at('style'), { label: 'Color', choices: STYLES })}
    <div class="buttons">${removeButton({ list, index, name: `color ${index + 1}` })}</div>
  </li>`;
}
