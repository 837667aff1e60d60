import { html } from 'lit';
import { addButton } from '../fields/add-button.ts';
import { type ColumnChoice, type ColumnPart, columnFields } from './column-fields.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { moveButtons, removeButton } from '../fields/item-buttons.ts';
import { addItem } from '../model/list-edit.ts';
import { numberStyleFields } from '../fields/number-style-fields.ts';

interface ColumnListOptions<Column extends ColumnPart> extends ColumnChoice<Column> {
  legend: string;
  /** The name of one item. */
  one: string;
  /** Renders more fields of an item. */
  more?: (column: DraftPart<Column>) => unknown;
  /** Renders the last fields of an item. */
  last?: (column: DraftPart<Column>) => unknown;
}

/** Renders the columns of a table or the series of a chart, in their order. */
export function columnList<Column extends ColumnPart>(
  list: DraftPart<Column[]>,
  { legend, one, columns, create, more, last }: ColumnListOptions<Column>,
): unknown {
  const add = (): void => {
    const unused = columns.find((name) => list.value.every(({ column }) => column !== name));
    addItem(list, create(unused ?? ''), 'column');
  };
  return html`<fieldset class="columns">
    <legend>${legend}</legend>
    <ol>
      ${list.value.map((_, index) => columnItem(list, index, { one, columns, create, more, last }))}
    </ol>
    ${addButton(list, { text: `Add ${one}`, isSmall: true, onAdd: add })}
  </fieldset>`;
}

function columnItem<Column extends ColumnPart>(
  list: DraftPart<Column[]>,
  index: number,
  {
    one,
    columns,
    create,
    more,
    last,
  }: Pick<ColumnListOptions<Column>, 'one' | 'columns' | 'create' | 'more' | 'last'>,
): unknown {
  const column = list.at(index);
  const place = { list, index, name: `${one} ${index + 1}` };
  return html`<li class=${column.value.format ? 'with-buttons' : ''}>
    ${columnFields(column, { columns, create })} ${more?.(column)}
    <div class="buttons">${moveButtons(place)} ${removeButton(place)}</div>
    ${numberStyleFields(column)} ${last?.(column)}
  </li>`;
}
