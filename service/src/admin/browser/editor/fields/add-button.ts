import { html, nothing } from 'lit';
import type { DraftPart } from '../model/draft-part.ts';
import { problemNote } from './field.ts';

interface AddButtonOptions {
  text: string;
  isSmall?: boolean;
  onAdd: () => void;
}

/** Renders the button below a list that adds an item, with the problem of the list itself above the button. */
export function addButton(
  list: Pick<DraftPart<unknown>, 'path' | 'fieldId' | 'problem'>,
  { text, isSmall = false, onAdd }: AddButtonOptions,
): unknown {
  const { path, fieldId, problem } = list;
  return html`${problemNote(list)}
    <button
      type="button"
      class=${isSmall ? 'plain small' : 'plain'}
      id="${path}-add"
      aria-invalid=${problem ? 'true' : nothing}
      aria-describedby=${problem ? `${fieldId}-problem` : nothing}
      @click=${onAdd}
    >
      ${text}
    </button>`;
}
