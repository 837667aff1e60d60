import { html } from 'lit';
import { PageElement } from './page-element.ts';
import { toHex } from './to-hex.ts';

/** A text field for any CSS color, and a color picker for it. */
export class ColorField extends PageElement {
  static override properties = { field: {}, initial: {} };
  /** The name of the text field in the form. */
  declare field: string;
  /** The picker's first color. */
  declare initial: string;

  override render(): unknown {
    // The text field keeps its value itself, because the form changes it.
    const color = toHex(this.#field?.value ?? '');
    return html`
      <div class="color">
        <input
          type="color"
          class=${color ? '' : 'unset'}
          .value=${color ?? this.#picker?.value ?? this.initial}
          aria-label="Pick ${this.field}"
          @input=${this.#pick}
        />
        <input
          id=${this.field}
          name=${this.field}
          placeholder="any CSS colour"
          spellcheck="false"
        />
      </div>
    `;
  }

  get #field(): HTMLInputElement | null {
    return this.querySelector('[name]');
  }

  get #picker(): HTMLInputElement | null {
    return this.querySelector('[type="color"]');
  }

  #pick(): void {
    this.#field!.value = this.#picker!.value;
    this.#field!.dispatchEvent(new Event('change', { bubbles: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'color-field': ColorField;
  }
}

customElements.define('color-field', ColorField);
