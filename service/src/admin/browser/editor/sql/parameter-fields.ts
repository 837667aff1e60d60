import { html, nothing } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { checkField } from '../fields/check-field.ts';
import { type Choices, selectField } from '../fields/select-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import type { EditedDraft } from '../model/edited-draft.ts';
import { addFilter, hasParameter, toFilterList } from './filter-parts.ts';
import { textField } from '../fields/text-field.ts';

/** Parameter values. The keys are the names in lower case. */
export type TrialValues = Readonly<Record<string, string>>;

/** The dataset or the filter whose SELECT uses the parameters. */
type Owner = Pick<DraftPart<unknown>, 'field'>;

interface ParameterTools {
  trial: DraftPart<TrialValues>;
  shown: DraftPart<string[]>;
  draft: DraftPart<EditedDraft>;
}

/** The party that sets a parameter. Empty until the author decides. */
type Duty = 'required' | 'optional' | '';

const DUTIES: Choices<Duty> = [
  ['required', 'The application must set it'],
  ['optional', 'The application may leave it out: no value is NULL'],
];

/**
 * Renders the parameters of a SELECT: the values that the preview uses, whether readers see them, and whether readers or
 * the application set them.
 */
export function parameterFields(
  owner: Owner,
  names: readonly string[],
  tools: ParameterTools,
): unknown {
  if (names.length === 0) return nothing;
  return html`<fieldset class="columns">
    <legend>Parameters for the preview</legend>
    <ul class="parameters">
      ${repeat(
        names,
        (name) => name.toLowerCase(),
        (name) => parameterItem(owner, name, tools),
      )}
    </ul>
  </fieldset>`;
}

function parameterItem(owner: Owner, name: string, { trial, shown, draft }: ParameterTools) {
  const filters = toFilterList(draft);
  const isFilter = filters.value.some((filter) => hasParameter(filter, name));
  const setFilter = (isOn: boolean): void => {
    if (isOn) addFilter(draft, name);
    else filters.set(filters.value.filter((filter) => !hasParameter(filter, name)));
  };
  return html`<li>
    ${trialField(owner, name, trial, isFilter)}
    ${isFilter ? nothing : dutyField(owner, name, draft)}
    <div class="checks">
      ${shownField(name, shown)}
      ${checkField(`Readers set ${name} with a filter`, isFilter, setFilter, { isSwitch: true })}
    </div>
  </li>`;
}

function trialField(
  owner: Owner,
  name: string,
  { value, set }: DraftPart<TrialValues>,
  isFilter: boolean,
): unknown {
  const key = name.toLowerCase();
  const { [key]: text = '', ...others } = value;
  const change = (typed: string): void => set(typed === '' ? others : { ...others, [key]: typed });
  return textField(owner.field(`parameters.${key}`, text, change), {
    label: name,
    placeholder: 'no value',
    ...(isFilter && text && { hint: 'As if your application set it: the filter is locked.' }),
  });
}

function dutyField(owner: Owner, name: string, draft: DraftPart<EditedDraft>): unknown {
  const key = name.toLowerCase();
  const { optionalParameters, undecidedParameters, requiredParameters = [] } = draft.value;
  const others = optionalParameters.filter((each) => each !== key);
  const isOptional = others.length < optionalParameters.length;
  const decided = isOptional ? 'optional' : 'required';
  const value = undecidedParameters.includes(key) ? '' : decided;
  const duty = owner.field<Duty>(`duties.${key}`, value, (chosen) =>
    draft.merge({
      requiredParameters,
      optionalParameters: chosen === 'optional' ? [...others, key] : others,
      undecidedParameters: undecidedParameters.filter((each) => each !== key),
    }),
  );
  return selectField(duty, { label: `Who sets ${name}`, choices: DUTIES });
}

function shownField(name: string, shown: DraftPart<string[]>): unknown {
  const others = shown.value.filter((each) => each.toLowerCase() !== name.toLowerCase());
  const isShown = others.length < shown.value.length;
  return checkField(`Show the value of ${name} to readers`, isShown, (isChecked) =>
    shown.set(isChecked ? [...others, name] : others),
  );
}
