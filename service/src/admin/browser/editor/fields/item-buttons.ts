import { html } from 'lit';
import type { DraftPart } from '../model/draft-part.ts';
import { moveItem, removeItem } from '../model/list-edit.ts';

/** An item of a list. Its name is for screen readers. */
interface ListItem<Item> {
  list: DraftPart<Item[]>;
  index: number;
  name: string;
}

/** Renders the buttons that move an item up or down its list. */
export function moveButtons<Item>({ list, index, name }: ListItem<Item>): unknown {
  return html`<button
      type="button"
      class="plain small"
      id="${list.path}.${index}-up"
      ?disabled=${index === 0}
      aria-label="Move ${name} up"
      @click=${() => moveItem(list, index, -1)}
    >
      ↑
    </button>
    <button
      type="button"
      class="plain small"
      id="${list.path}.${index}-down"
      ?disabled=${index === list.value.length - 1}
      aria-label="Move ${name} down"
      @click=${() => moveItem(list, index, 1)}
    >
      ↓
    </button>`;
}

/** Renders the button that removes an item from its list. */
export function removeButton<Item>({ list, index, name }: ListItem<Item>): unknown {
  return html`<button
    type="button"
    class="plain small"
    aria-label="Remove ${name}"
    @click=${() => removeItem(list, index)}
  >
    Remove
  </button>`;
}
