import { html, nothing } from 'lit';
import type { DraftPart } from '../model/draft-part.ts';

/** The texts of a field. */
export interface FieldWords {
  label: string;
  hint?: string;
}

/** The attributes that link a control to its label, its hint and its problem. */
export interface ControlAttributes {
  id: string;
  invalid: 'true' | typeof nothing;
  describedBy: string | typeof nothing;
}

/** A part of the draft, without its value. */
type Place = Pick<DraftPart<unknown>, 'fieldId' | 'problem'>;

/** Renders a label, its control, its hint, and the problem of its value. */
export function field(
  part: Place,
  { label, hint }: FieldWords,
  renderControl: (attributes: ControlAttributes) => unknown,
): unknown {
  const { fieldId: id, problem } = part;
  const notes = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  const attributes: ControlAttributes = {
    id,
    invalid: problem ? 'true' : nothing,
    describedBy: notes || nothing,
  };
  return html`<div class="field">
    <label for=${id} id="${id}-label">${label}</label>
    ${renderControl(attributes)}
    ${hint ? html`<p class="hint" id="${id}-hint">${hint}</p>` : nothing} ${problemNote(part)}
  </div>`;
}

/** Renders the problem of a part of the draft, if there is one. */
export function problemNote({ fieldId, problem }: Place): unknown {
  return problem ? html`<p class="problem" id="${fieldId}-problem">${problem}</p>` : nothing;
}
