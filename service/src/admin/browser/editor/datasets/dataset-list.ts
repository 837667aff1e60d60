import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { addButton } from '../fields/add-button.ts';
import { datasetFields, type DatasetTools } from './dataset-fields.ts';
import type { DraftPart } from '../model/draft-part.ts';
import {
  createDataset,
  type EditedDataset,
  type EditedDraft,
  findUndecided,
} from '../model/edited-draft.ts';
import { problemNote } from '../fields/field.ts';
import { removeButton } from '../fields/item-buttons.ts';
import { item } from '../fields/item.ts';
import { addItem } from '../model/list-edit.ts';

/** Renders the list of datasets. */
export function datasetList(draft: DraftPart<EditedDraft>, tools: DatasetTools): unknown {
  const list = draft.at('datasets');
  const add = (): void => addItem(list, createDataset(draft.value), 'name');
  return html`<section aria-labelledby="datasets">
    <h2 id="datasets">Datasets</h2>
    ${undecidedNotice(draft)}
    <ul class="items">
      ${repeat(
        list.value,
        ({ key }) => key,
        (_, index) => datasetItem(list, index, tools),
      )}
    </ul>
    ${problemNote(tools.shown)} ${addButton(list, { text: 'Add a dataset', onAdd: add })}
  </section>`;
}

/** Renders the notice of parameters from before the choice, until the author has decided about each. */
function undecidedNotice(draft: DraftPart<EditedDraft>): unknown {
  const undecided = findUndecided(draft.value);
  if (undecided.length === 0) return nothing;
  const { requiredParameters = [] } = draft.value;
  const decide = (): void => draft.merge({ requiredParameters, undecidedParameters: [] });
  return html`<div class="notice">
    <p>
      Your application may leave out ${undecided.join(', ')}. No value is NULL, which may show all
      rows. Choose for each of them below whether the application must set it.
    </p>
    <button type="button" class="plain small" @click=${decide}>Keep it so</button>
  </div>`;
}

function datasetItem(
  list: DraftPart<EditedDataset[]>,
  index: number,
  tools: DatasetTools,
): unknown {
  const dataset = list.at(index);
  const { name, connection = '', sql } = dataset.value;
  return item(dataset, {
    title: name || 'Unnamed',
    kind: connection,
    isOpen: !sql,
    fields: datasetFields(dataset, tools),
    buttons: removeButton({ list, index, name: name || 'the dataset' }),
  });
}
