import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

interface CheckOptions {
  /** Whether the checkbox looks like a switch. */
  isSwitch?: boolean;
}

/** Renders a checkbox. */
export function checkField(
  label: string,
  isChecked: boolean,
  onChange: (isChecked: boolean) => void,
  { isSwitch = false }: CheckOptions = {},
): unknown {
  return html`<label class="check">
    <input
      type="checkbox"
      role=${isSwitch ? 'switch' : nothing}
      .checked=${live(isChecked)}
      @change=${({ target }: Event) => onChange((target as HTMLInputElement).checked)}
    />
    ${label}
  </label>`;
}
