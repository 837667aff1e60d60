import { html } from 'lit';
import type { DraftPart } from '../model/draft-part.ts';
import { field, type FieldWords } from './field.ts';

/**
 * Renders a field for a number. The draft gets the number when the author leaves the field, and `null` for any other text,
 * whose problem is shown from then on.
 * An update of the form keeps what the author is typing, so the value is not `live`.
 */
export function numberField(part: DraftPart<number | null>, words: FieldWords): unknown {
  return numberInput(part, words, (text) => part.set(toNumber(text)));
}

/** Renders a field for a number that may be missing. An empty field is `undefined` in the draft. */
export function optionalNumberField(
  part: DraftPart<number | null | undefined>,
  words: FieldWords,
): unknown {
  return numberInput(part, words, (text) => part.set(text === '' ? undefined : toNumber(text)));
}

function numberInput(
  part: Pick<DraftPart<number | null | undefined>, 'value' | 'fieldId' | 'problem' | 'leave'>,
  words: FieldWords,
  onChange: (text: string) => void,
): unknown {
  return field(
    part,
    words,
    ({ id, invalid, describedBy }) =>
      html`<input
        id=${id}
        inputmode="decimal"
        .value=${`${part.value ?? ''}`}
        autocomplete="off"
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
        @change=${({ target }: Event) => {
          part.leave();
          onChange((target as HTMLInputElement).value.trim());
        }}
        @blur=${() => part.leave()}
      />`,
  );
}

function toNumber(text: string): number | null {
  const number = Number(text.replace(',', '.'));
  return text === '' || !Number.isFinite(number) ? null : number;
}
