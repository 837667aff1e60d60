import { html, nothing } from 'lit';
import { checkField } from '../fields/check-field.ts';
import type { DraftPart } from '../model/draft-part.ts';
import type { UnusedParameters } from '../model/edited-draft.ts';

/** Renders the warning that a SELECT does not use a required parameter, until its author says that it is meant. */
export function unusedNote(
  noun: 'dataset' | 'list',
  { names, isAll }: UnusedParameters,
  { value: ignored = [], set }: DraftPart<string[] | undefined>,
): unknown {
  if (names.length === 0) return nothing;
  const keys = names.map((name) => name.toLowerCase());
  const isMeant = keys.every((key) => ignored.includes(key));
  const list = names.join(', ');
  const shown = noun === 'dataset' ? 'rows' : 'values';
  const reach = isAll ? 'to everybody' : `for each ${list}`;
  const setMeant = (isOn: boolean): void => set(isOn ? keys : undefined);
  return html`<div class="notice">
    ${
      isMeant
        ? nothing
        : html`<p>This ${noun} shows the same ${shown} ${reach}: it does not use ${list}.</p>`
    }
    ${checkField(`It is meant that this ${noun} does not use ${list}`, isMeant, setMeant)}
  </div>`;
}
