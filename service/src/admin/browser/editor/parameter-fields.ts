import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { checkField } from './check-field.ts';
import type { DraftPart } from './draft-part.ts';
import { textField } from './text-field.ts';

/** Parameter values. The keys are the names in lower case. */
export type TrialValues = Readonly<Record<string, string>>;

interface ParameterTools {
  trial: DraftPart<TrialValues>;
  shown: DraftPart<string[]>;
}

/** Renders the parameters of a dataset: the values that the preview uses, and whether readers see them. */
export function parameterFields(
  dataset: Pick<DraftPart<unknown>, 'field'>,
  names: readonly string[],
  { trial, shown }: ParameterTools,
): unknown {
  if (names.length === 0) return nothing;
  return html`<fieldset class="columns">
    <legend>Parameters for the preview</legend>
    <ul class="parameters">
      ${repeat(
        names,
        (name) => name.toLowerCase(),
        (name) => html`<li>${trialField(dataset, name, trial)} ${shownField(name, shown)}</li>`,
      )}
    </ul>
  </fieldset>`;
}

function trialField(
  dataset: Pick<DraftPart<unknown>, 'field'>,
  name: string,
  { value, set }: DraftPart<TrialValues>,
): unknown {
  const key = name.toLowerCase();
  const { [key]: text = '', ...others } = value;
  const change = (typed: string): void => set(typed === '' ? others : { ...others, [key]: typed });
  return textField(dataset.field(`parameters.${key}`, text, change), {
    label: name,
    placeholder: 'no value',
  });
}

function shownField(name: string, shown: DraftPart<string[]>): unknown {
  const others = shown.value.filter((each) => each.toLowerCase() !== name.toLowerCase());
  const isShown = others.length < shown.value.length;
  return checkField(`Show the value of ${name} to readers`, isShown, (isChecked) =>
    shown.set(isChecked ? [...others, name] : others),
  );
}
