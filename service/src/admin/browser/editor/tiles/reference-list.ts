import { html, nothing } from 'lit';
import type { AxisTile, Reference } from '../../../../dashboard/definition.ts';
import { addButton } from '../fields/add-button.ts';
import { columnField } from '../fields/column-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { removeButton } from '../fields/item-buttons.ts';
import { addItem } from '../model/list-edit.ts';
import { numberField } from '../fields/number-field.ts';
import { type Choices, selectField } from '../fields/select-field.ts';
import { suggestTarget } from '../suggest/suggest-settings.ts';
import { textField } from '../fields/text-field.ts';

const KINDS: Choices<Reference['kind']> = [
  ['value', 'Fixed value'],
  ['band', 'Band between two values'],
  ['column', 'First value of a column'],
  ['average', 'Average of a column'],
];
const NEW: Reference = { kind: 'value', label: 'Target', value: null };

/** The columns that a chart shows, and the columns with numbers. */
interface References {
  own: readonly string[];
  numbers: readonly string[];
}

/** Renders the reference lines and bands of a chart. */
export function referenceList(tile: DraftPart<AxisTile>, numbers: readonly string[]): unknown {
  const list = tile.field('references', tile.value.references ?? [], (references) =>
    tile.merge({ references: references.length > 0 ? references : undefined }),
  );
  const own = tile.value.series.map(({ column }) => column);
  return html`<fieldset class="columns">
    <legend>Reference lines</legend>
    <ol>
      ${list.value.map((_, index) => referenceItem(list, index, { own, numbers }))}
    </ol>
    ${addButton(list, {
      text: 'Add reference line',
      isSmall: true,
      onAdd: () => addItem(list, NEW, 'label'),
    })}
  </fieldset>`;
}

function referenceItem(list: DraftPart<Reference[]>, index: number, columns: References): unknown {
  const item = list.at(index);
  const { value: reference } = item;
  const kind = item.field('kind', reference.kind, (chosen) =>
    item.set(toKind(reference, chosen, columns)),
  );
  const label = item.field('label', reference.label, (text) =>
    item.set({ ...reference, label: text }),
  );
  return html`<li>
    ${selectField(kind, { label: 'Kind', choices: KINDS })} ${textField(label, { label: 'Label' })}
    ${placeFields(item, columns.numbers)}
    <div class="buttons">${removeButton({ list, index, name: `reference line ${index + 1}` })}</div>
  </li>`;
}

function placeFields(item: DraftPart<Reference>, numbers: readonly string[]): unknown {
  const { value: reference } = item;
  if ('column' in reference) {
    const column = item.field('column', reference.column, (name) =>
      item.set({ ...reference, column: name }),
    );
    return columnField(column, { label: 'Column', columns: numbers });
  }
  const value = item.field('value', reference.value, (number) =>
    item.set({ ...reference, value: number }),
  );
  return html`${numberField(value, { label: reference.kind === 'band' ? 'From' : 'Value' })}
  ${
    reference.kind === 'band'
      ? numberField(
          item.field('to', reference.to, (to) => item.set({ ...reference, to })),
          { label: 'To' },
        )
      : nothing
  }`;
}

function toKind(reference: Reference, kind: Reference['kind'], columns: References): Reference {
  const { label } = reference;
  if (kind === 'column' || kind === 'average') {
    return { kind, label, column: toColumn(reference, kind, columns) };
  }
  const value = 'value' in reference ? reference.value : null;
  return kind === 'band' ? { kind, label, value, to: null } : { kind, label, value };
}

/** Returns the first column of a kind. An average may be that of the chart's own values, a target is another column. */
function toColumn(
  reference: Reference,
  kind: 'column' | 'average',
  { own, numbers }: References,
): string {
  const column = 'column' in reference ? reference.column : '';
  if (kind === 'average') return column || (own[0] ?? numbers[0] ?? '');
  return column && !own.includes(column) ? column : suggestTarget(own, numbers);
}
