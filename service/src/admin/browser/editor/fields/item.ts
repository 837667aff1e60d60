import { html, nothing } from 'lit';
import { guard } from 'lit/directives/guard.js';
import type { DraftPart } from '../model/draft-part.ts';

interface ItemOptions {
  title: string;
  kind: string;
  /** Whether the item is initially open. Afterwards the author opens and closes it. */
  isOpen: boolean;
  fields: unknown;
  buttons: unknown;
}

/** Renders a dataset or a tile in its list: collapsed to one line, or open. */
export function item(
  { path, form }: Pick<DraftPart<unknown>, 'path' | 'form'>,
  { title, kind, isOpen, fields, buttons }: ItemOptions,
): unknown {
  return html`<li>
    <details class="item" ?open=${guard([], () => isOpen)}>
      <summary>
        <span class="name">${title}</span>
        ${form.problems.isIn(path) ? html`<span class="flag">Has problems</span>` : nothing}
        <span class="kind">${kind}</span>
      </summary>
      <div class="fields">${fields}</div>
      <div class="buttons">${buttons}</div>
    </details>
  </li>`;
}
