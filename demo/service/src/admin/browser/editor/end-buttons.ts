import { html, nothing } from 'lit';

interface EndButtonOptions {
  canDiscard: boolean;
  canRemove: boolean;
  onDiscard: () => void;
  onRemove: () => void;
}

/** The buttons at the end of the form. They end the draft, or the whole dashboard. */
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
