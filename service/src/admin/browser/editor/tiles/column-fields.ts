import { html, nothing } from 'lit';
import type { Series } from '../../../../dashboard/definition.ts';
import type { NumberStyle, ValueFormat } from '../../../../values/value-style.ts';
import { columnField } from '../fields/column-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import { formatField } from '../fields/select-field.ts';
import { toSeries } from '../suggest/new-tile.ts';
import { textField } from '../fields/text-field.ts';

/** A column of a table or of an axis, or a series. Only columns have a format. */
export interface ColumnPart extends Series {
  format?: ValueFormat;
  numbers?: NumberStyle;
}

/** Renders the fields of a column or a series. */
export function columnFields<Column extends ColumnPart>(
  part: DraftPart<Column>,
  columns: readonly string[],
): unknown {
  const { value } = part;
  const { column, label, format } = value;
  // A new column replaces the label only if the author has not edited it.
  const isLabelMade = label === toSeries(column).label;
  const setColumn = (name: string): void =>
    part.set({ ...value, ...(isLabelMade ? toSeries(name) : { column: name }) });
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
