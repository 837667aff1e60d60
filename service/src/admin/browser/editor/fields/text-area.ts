import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DraftPart } from '../model/draft-part.ts';
import { field, type FieldWords } from './field.ts';

/** Renders a text field with several lines. */
export function textArea(part: DraftPart<string>, words: FieldWords): unknown {
  return field(
    part,
    words,
    ({ id, invalid, describedBy }) =>
      html`<textarea
        id=${id}
        rows="10"
        .value=${live(part.value)}
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
        @input=${({ target }: InputEvent) => part.set((target as HTMLTextAreaElement).value)}
      ></textarea>`,
  );
}
