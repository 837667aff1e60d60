import { html } from 'lit';
import { PageElement } from './page-element.ts';
import { reportChange, SettingsChangeEvent } from './settings-change-event.ts';
import { toHex } from './to-hex.ts';

/** A text field for any CSS color, and a color picker for it. */
export class ColorField extends PageElement {
  static override properties = {
    name: { attribute: false },
    value: { attribute: false },
    firstColor: { attribute: false },
  };
  /** The name of the setting. */
  declare name: string;
  declare value: string;
  /** The color of the picker until the value is a valid color. */
  declare firstColor: string;
  #lastColor: string | null = null;

  override render(): unknown {
    const color = toHex(this.value);
    this.#lastColor = color ?? this.#lastColor;
    return html`
      <div class="color">
        <input
          type="color"
          class=${color ? '' : 'unset'}
          .value=${this.#lastColor ?? this.firstColor}
          aria-label="Pick ${this.name}"
          @input=${this.#pick}
        />
        <input
          id=${this.name}
          name=${this.name}
          .value=${this.value}
          placeholder="any CSS color"
          spellcheck="false"
          @change=${reportChange}
        />
      </div>
    `;
  }

  #pick({ currentTarget }: Event): void {
    const { value } = currentTarget as HTMLInputElement;
    this.dispatchEvent(new SettingsChangeEvent({ [this.name]: value }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'color-field': ColorField;
  }
}

customElements.define('color-field', ColorField);
