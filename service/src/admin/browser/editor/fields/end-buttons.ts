import { html, nothing } from 'lit';

interface EndButtonOptions {
  canDiscard: boolean;
  canRemove: boolean;
  onDiscard: () => void;
  onRemove: () => void;
}

/** Renders the buttons at the end of the form. They discard the draft, or remove the whole dashboard. */
export function endButtons({
  canDiscard,
  canRemove,
  onDiscard,
  onRemove,
}: EndButtonOptions): unknown {
  return html`<div class="choice">
    ${
      canDiscard
        ? html`<button type="button" class="plain" @click=${onDiscard}>Discard changes</button>`
        : nothing
    }
    ${
      canRemove
        ? html`<button type="button" class="plain danger" @click=${onRemove}>
            Remove dashboard
          </button>`
        : nothing
    }
  </div>`;
}
