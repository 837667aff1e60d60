import { html } from 'lit';
import { type ChildPart, directive, Directive, type DirectiveParameters } from 'lit/directive.js';
import type { DraftPart } from '../model/draft-part.ts';
import { selectField } from './select-field.ts';
import { textField } from './text-field.ts';

interface ColumnFieldOptions {
  label: string;
  /** The columns of the dataset; empty while they are unknown. */
  columns: readonly string[];
  isOptional?: boolean;
  hint?: string | undefined;
}

/** Chooses the control of a column field. Keeps the control while it has the focus. */
class ColumnControl extends Directive {
  #isSelect = false;

  override render(
    part: DraftPart<string>,
    { label, columns, isOptional, hint }: ColumnFieldOptions,
  ): unknown {
    const words = { label, ...(hint && { hint }) };
    if (!this.#isSelect) return textField(part, { ...words, isCode: true });
    const choices = columns.map((column) => [column, column] as const);
    return selectField(part, {
      ...words,
      choices: isOptional ? [['', 'None'], ...choices] : choices,
    });
  }

  override update({ parentNode }: ChildPart, [part, options]: DirectiveParameters<this>): unknown {
    const hasFocus = parentNode.contains(document.activeElement);
    if (!hasFocus) this.#isSelect = options.columns.length > 0;
    return this.render(part, options);
  }
}

const columnControl = directive(ColumnControl);

/** Renders a field for a column: a choice of the dataset's columns, or a text field while they are unknown. */
export function columnField(part: DraftPart<string>, options: ColumnFieldOptions): unknown {
  return html`<div>${columnControl(part, options)}</div>`;
}
