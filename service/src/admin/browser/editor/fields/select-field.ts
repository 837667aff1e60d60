import { html } from 'lit';
import { live } from 'lit/directives/live.js';
import type { DraftPart } from '../model/draft-part.ts';
import { field, type FieldWords } from './field.ts';
import type { ValueFormat } from '../../../../values/value-style.ts';
import { FORMATS } from '../model/value-formats.ts';

/** Values and their names. */
export type Choices<Value extends string> = readonly (readonly [Value, string])[];

interface SelectFieldOptions<Value extends string> extends FieldWords {
  choices: Choices<Value>;
}

/** Renders a choice of values. Also shows an unknown value, until the author chooses another one. */
export function selectField<Value extends string>(
  part: DraftPart<Value>,
  { choices, ...words }: SelectFieldOptions<Value>,
): unknown {
  const { value } = part;
  const isKnown = choices.some(([each]) => each === value);
  const shown: Choices<Value> = isKnown ? choices : [[value, value || 'Choose…'], ...choices];
  return field(
    part,
    words,
    ({ id, invalid, describedBy }) =>
      html`<select
        id=${id}
        aria-invalid=${invalid}
        aria-describedby=${describedBy}
        @change=${({ target }: Event) => part.set((target as HTMLSelectElement).value as Value)}
      >
        ${shown.map(
          ([each, name]) =>
            html`<option value=${each} .selected=${live(each === value)}>${name}</option>`,
        )}
      </select>`,
  );
}

/** Renders a field for the format of values. */
export function formatField(format: DraftPart<ValueFormat>): unknown {
  return selectField(format, { label: 'Format', choices: FORMATS });
}
