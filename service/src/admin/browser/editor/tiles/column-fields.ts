import { html, nothing } from 'lit';
import type { Series } from '../../../../dashboard/definition.ts';
import type { NumberStyle, ValueFormat } from '../../../../values/value-style.ts';
import { columnField } from '../fields/column-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { formatField } from '../fields/select-field.ts';
import { textField } from '../fields/text-field.ts';

/** A column of a table or of an axis, or a series. Only columns have a format. */
export interface ColumnPart extends Series {
  format?: ValueFormat;
  numbers?: NumberStyle;
}

/** The columns to choose from, and the fields that suit one of them. */
export interface ColumnChoice<Column extends ColumnPart> {
  columns: readonly string[];
  create: (column: string) => Column;
}

/** Renders the fields of a column or a series. */
export function columnFields<Column extends ColumnPart>(
  part: DraftPart<Column>,
  { columns, create }: ColumnChoice<Column>,
): unknown {
  const { value } = part;
  const { column, label, format } = value;
  const setColumn = (name: string): void =>
    part.set({ ...value, ...toChanges(value, create(column), create(name)) });
  return html`${columnField(part.field('column', column, setColumn), { label: 'Column', columns })}
  ${textField(
    part.field('label', label, (text) => part.set({ ...value, label: text })),
    { label: 'Label' },
  )}
  ${
    format
      ? formatField(
          part.field('format', format, (chosen) => part.set({ ...value, format: chosen })),
        )
      : nothing
  }`;
}

/** Returns the fields that follow another column: its label and its format, unless the author has edited them. */
function toChanges(value: ColumnPart, made: ColumnPart, next: ColumnPart): object {
  const { column, label, format, numbers } = next;
  const isStyleMade = value.format !== undefined && toStyleKey(value) === toStyleKey(made);
  return {
    column,
    ...(value.label === made.label && { label }),
    ...(isStyleMade && { format, numbers }),
  };
}

function toStyleKey({ format, numbers }: ColumnPart): string {
  return JSON.stringify([format, numbers]);
}
