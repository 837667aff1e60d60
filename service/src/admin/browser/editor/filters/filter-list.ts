import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { Filter } from '../../../../dashboard/definition.ts';
import { toFilterKey } from '../../../../dashboard/filter-value.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { problemNote } from '../fields/field.ts';
import { filterFields } from './filter-fields.ts';
import { toFilterList } from '../sql/filter-parts.ts';
import { moveButtons, removeButton } from '../fields/item-buttons.ts';
import { item } from '../fields/item.ts';
import type { SelectTools } from '../sql/select-fields.ts';

/** Renders the list of filters. The switch of a parameter adds one. */
export function filterList(tools: SelectTools): unknown {
  const list = toFilterList(tools.draft);
  const keys = list.value.map(toFilterKey);
  return html`<section aria-labelledby="filters">
    <h2 id="filters" tabindex="-1">Filters</h2>
    ${
      keys.length === 0
        ? html`<p class="hint">
            Readers set parameters with filters. Switch on a filter next to a parameter of a
            dataset.
          </p>`
        : nothing
    }
    <ul class="items">
      ${repeat(
        list.value,
        // Two filters with the same parameter are a problem of the draft.
        (_, index) =>
          `${keys[index]} ${keys.slice(0, index).filter((key) => key === keys[index]).length}`,
        (_, index) => filterItem(list, index, tools),
      )}
    </ul>
    ${problemNote(list)}
  </section>`;
}

function filterItem(list: DraftPart<Filter[]>, index: number, tools: SelectTools): unknown {
  const filter = list.at(index);
  const { label, parameter } = filter.value;
  const place = { list, index, name: label || parameter };
  return item(filter, {
    title: label || 'Unnamed',
    kind: `:${parameter}`,
    isOpen: false,
    fields: filterFields(list, index, tools),
    buttons: html`${moveButtons(place)} ${removeButton(place)}`,
  });
}
