import { html } from 'lit';
import { live } from 'lit/directives/live.js';

/** Renders a checkbox. */
export function checkField(
  label: string,
  isChecked: boolean,
  onChange: (isChecked: boolean) => void,
): unknown {
  return html`<label class="check">
    <input
      type="checkbox"
      .checked=${live(isChecked)}
      @change=${({ target }: Event) => onChange((target as HTMLInputElement).checked)}
    />
    ${label}
  </label>`;
}
