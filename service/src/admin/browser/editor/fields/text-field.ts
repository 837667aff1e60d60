import { html, nothing } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { live } from 'lit/directives/live.js';
import type { DraftPart } from '../model/draft-part.ts';
import { field, type FieldWords } from './field.ts';

interface TextFieldOptions extends FieldWords {
  placeholder?: string;
  /** Whether the text is a name or a code, which needs no spell check. */
  isCode?: boolean;
  /** Default: `text`. */
  type?: 'text' | 'date';
}

/** Renders a text field with one line. */
export function textField(
  part: DraftPart<string>,
  { placeholder, isCode = false, type = 'text', ...words }: TextFieldOptions,
): unknown {
  return field(
    part,
    words,
    ({ id, invalid, describedBy }) =>
      html`<input
        id=${id}
        type=${type}
        .value=${live(part.value)}
        placeholder=${ifDefined(placeholder)}
        spellcheck=${isCode ? 'false' : nothing}
        autocomplete="off"
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
        @input=${({ target }: InputEvent) => part.set((target as HTMLInputElement).value)}
      />`,
  );
}
