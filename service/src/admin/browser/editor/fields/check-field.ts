import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';

interface CheckOptions {
  /** Whether the checkbox looks like a switch. */
  isSwitch?: boolean;
  /** A text below the checkbox. */
  hint?: { id: string; text: string };
}

/** Renders a checkbox. */
export function checkField(
  label: string,
  isChecked: boolean,
  onChange: (isChecked: boolean) => void,
  { isSwitch = false, hint }: CheckOptions = {},
): unknown {
  const check = html`<label class="check">
    <input
      type="checkbox"
      role=${isSwitch ? 'switch' : nothing}
      aria-describedby=${hint?.id ?? nothing}
      .checked=${live(isChecked)}
      @change=${({ target }: Event) => onChange((target as HTMLInputElement).checked)}
    />
    ${label}
  </label>`;
  if (!hint) return check;
  return html`<div class="field">
    ${check}
    <p class="hint" id=${hint.id}>${hint.text}</p>
  </div>`;
}
