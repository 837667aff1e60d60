import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { checkField } from './check-field.ts';
import type { DraftPart } from './draft-part.ts';
import type { EditedDraft } from './edited-draft.ts';
import { problemNote } from './field.ts';
import { findParameterNames } from './sql-parameter-names.ts';
import { textField } from './text-field.ts';

/** Values by the names of parameters in lower case. */
export type TrialValues = Readonly<Record<string, string>>;

/** The values that the preview uses, and the choice of the parameters that readers see. */
export function parameterFields(
  draft: DraftPart<EditedDraft>,
  trial: DraftPart<TrialValues>,
): unknown {
  const names = findParameterNames(draft.value);
  const shown = draft.at('shownParameters');
  if (names.length === 0) return nothing;
  return html`<section aria-labelledby="parameters">
    <h2 id="parameters">Try with parameters</h2>
    <ul class="parameters">
      ${repeat(
        names,
        (name) => name.toLowerCase(),
        (name) => html`<li>${trialField(name, trial)} ${shownField(name, shown)}</li>`,
      )}
    </ul>
    ${problemNote(shown)}
  </section>`;
}

function trialField(name: string, trial: DraftPart<TrialValues>): unknown {
  const key = name.toLowerCase();
  const { [key]: value = '', ...others } = trial.value;
  const set = (text: string): void => trial.set(text === '' ? others : { ...others, [key]: text });
  return textField(trial.field(key, value, set), { label: name, placeholder: 'not given' });
}

function shownField(name: string, shown: DraftPart<string[]>): unknown {
  const others = shown.value.filter((each) => each.toLowerCase() !== name.toLowerCase());
  const isShown = others.length < shown.value.length;
  return checkField(`Show ${name} to the reader`, isShown, (isChecked) =>
    shown.set(isChecked ? [...others, name] : others),
  );
}
