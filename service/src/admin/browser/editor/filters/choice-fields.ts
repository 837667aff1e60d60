import { html } from 'lit';
import type { ChoiceFilter } from '../../../../dashboard/definition.ts';
import { toFilterKey } from '../../../../dashboard/filter-value.ts';
import type { ListFacts } from '../../../dashboards/editor-wire.ts';
import { addButton } from '../fields/add-button.ts';
import { checkField } from '../fields/check-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { moveButtons, removeButton } from '../fields/item-buttons.ts';
import { addItem } from '../model/list-edit.ts';
import { type Choices, selectField } from '../fields/select-field.ts';
import { connectionField, selectFields, type SelectTools } from '../sql/select-fields.ts';
import { createSelect } from '../sql/new-filter.ts';
import { findDraftSelects } from '../model/sql-parameter-names.ts';
import { textField } from '../fields/text-field.ts';

type Choice = NonNullable<ChoiceFilter['list']>[number];
type Select = NonNullable<ChoiceFilter['select']>;
type Source = 'list' | 'select';

const SOURCES: Choices<Source> = [
  ['select', 'From a SELECT'],
  ['list', 'Fixed list'],
];
const HINT =
  'The first column has the values. A second column has their labels. The SELECT may use other filters, and parameters that your application sets.';

/** Renders the fields for the values of a choice. */
export function choiceFields(filter: DraftPart<ChoiceFilter>, tools: SelectTools): unknown {
  const { list, parameter, default: values = [] } = filter.value;
  const empty = {
    select: createSelect(parameter, findDraftSelects(tools.draft.value)),
    list: [{ value: '' }],
  };
  const { select = empty.select } = filter.value;
  const source = filter.field<Source>('select', list ? 'list' : 'select', (chosen) =>
    filter.merge({ list: undefined, select: undefined, [chosen]: empty[chosen] }),
  );
  return html`${selectField(source, { label: 'Values', choices: SOURCES })}
    ${list ? choiceList(filter, list) : listSelect(filter, select, tools)}
    <div class="checks">
      ${checkField('Several values', filter.value.multiple ?? false, (multiple) =>
        filter.merge({
          multiple: multiple || undefined,
          default: multiple ? filter.value.default : values.slice(0, 1),
        }),
      )}
    </div>`;
}

function listSelect(filter: DraftPart<ChoiceFilter>, value: Select, tools: SelectTools): unknown {
  const select = filter.field('select', value, (changed) => filter.merge({ select: changed }));
  const connection = select.optional('connection');
  const hint = [HINT, ...toNotes(tools.findList(toFilterKey(filter.value)))].join(' ');
  const ignored = select.at('ignoredParameters');
  const parts = { owner: filter, sql: select.at('sql'), connection, ignored, hint };
  return html`${connectionField(connection, tools)}
  ${selectFields({ ...parts, noun: 'list' }, tools)}`;
}

/** Says what readers cannot see or choose in a list. */
function toNotes(list: ListFacts | undefined): string[] {
  const notes: string[] = [];
  if (list?.cut) {
    const [shown, total] = [list.cut.shown, list.cut.total].map((count) =>
      count?.toLocaleString('en'),
    );
    notes.push(
      `Readers see the first ${shown} of ${total ?? 'more'} values, and find all with the search.`,
    );
  }
  if (list?.nullColumn !== undefined) {
    const text = `coalesce(${list.nullColumn}, '')`;
    notes.push(`Readers cannot choose NULL. To offer it, write ${text} here and in the datasets.`);
  }
  return notes;
}

function choiceList(filter: DraftPart<ChoiceFilter>, value: Choice[]): unknown {
  const list = filter.field('list', value, (changed) => filter.merge({ list: changed }));
  return html`<fieldset class="columns">
    <legend>Choices</legend>
    <ol>
      ${value.map((_, index) => choiceItem(list, index))}
    </ol>
    ${addButton(list, {
      text: 'Add choice',
      isSmall: true,
      onAdd: () => addItem(list, { value: '' }, 'value'),
    })}
  </fieldset>`;
}

function choiceItem(list: DraftPart<Choice[]>, index: number): unknown {
  const choice = list.at(index);
  const place = { list, index, name: `choice ${index + 1}` };
  return html`<li>
    ${textField(choice.at('value'), { label: 'Value', isCode: true })}
    ${textField(choice.optional('label'), { label: 'Label', placeholder: choice.value.value })}
    <div class="buttons">${moveButtons(place)} ${removeButton(place)}</div>
  </li>`;
}
