import { html } from 'lit';
import type { Filter } from '../../../../dashboard/definition.ts';
import { isList } from '../../../../dashboard/filter-value.ts';
import { addButton } from '../fields/add-button.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { removeButton } from '../fields/item-buttons.ts';
import { addItem } from '../model/list-edit.ts';
import { selectField } from '../fields/select-field.ts';
import { textField } from '../fields/text-field.ts';

/** Renders the default of a filter: one value, or a list of them. */
export function defaultFields(filter: DraftPart<Filter>): unknown {
  const { value } = filter;
  const list = filter.field('default', value.default ?? [], (values) =>
    filter.set({ ...value, default: values.length > 0 ? values : undefined }),
  );
  if (isList(value)) return defaultList(list, value);
  const [first = ''] = list.value;
  const part = filter.field('default', first, (text) => list.set(text ? [text] : []));
  return valueField(part, value, 'Default');
}

function defaultList(list: DraftPart<string[]>, filter: Filter): unknown {
  return html`<fieldset class="columns">
    <legend>Default</legend>
    <ol>
      ${list.value.map(
        (_, index) =>
          html`<li class="with-buttons">
            ${valueField(list.at(index), filter, 'Value')}
            <div class="buttons">
              ${removeButton({ list, index, name: `default value ${index + 1}` })}
            </div>
          </li>`,
      )}
    </ol>
    ${addButton(list, { text: 'Add default value', isSmall: true, onAdd: () => addItem(list, '') })}
  </fieldset>`;
}

function valueField(part: DraftPart<string>, filter: Filter, label: string): unknown {
  if (filter.kind === 'choice' && filter.list) {
    const written = filter.list.filter(({ value }) => value);
    const choices = written.map(({ value, label: name }) => [value, name || value] as const);
    return selectField(part, { label, choices: [['', toNone(filter)], ...choices] });
  }
  return textField(part, {
    label,
    isCode: true,
    placeholder: toNone(filter),
    ...(filter.kind === 'date' && { type: 'date' }),
  });
}

/** Names the value of a filter without a default. */
function toNone({ kind, required }: Filter): string {
  return kind === 'choice' && required ? 'The first of the list' : 'No value';
}
