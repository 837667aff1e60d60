import { html } from 'lit';
import { PageElement } from './page-element.ts';
import { type Attribute, STACKS } from './code-samples.ts';

declare global {
  interface ImportMeta {
    /** Vite's configuration sets it. */
    readonly env: { readonly CDN_TAG: string };
  }
}

const COPIED_MS = 1500;

/** The code for the current settings, to copy. */
export class CodePanel extends PageElement {
  static override properties = {
    stack: { attribute: false },
    attributeList: { attribute: false },
    copyLabel: { state: true },
  };
  declare stack: string;
  /** The attributes that are set. */
  declare attributeList: readonly Attribute[];
  declare copyLabel: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.stack = 'HTML';
    this.attributeList = [];
    this.copyLabel = 'Copy';
  }

  override render(): unknown {
    return html`
      <div class="title">
        <h2 id="code-title">Your code</h2>
        <button
          id="copy"
          type="button"
          .textContent=${this.copyLabel}
          @click=${this.#copy}
        ></button>
      </div>
      <div class="choice" id="stacks" role="radiogroup" aria-label="Framework">
        ${Object.keys(STACKS).map(toChoice)}
      </div>
      <pre tabindex="0" aria-label="Code for these settings"><code>${this.#code}</code></pre>
    `;
  }

  get #code(): string {
    return STACKS[this.stack]!(this.attributeList, import.meta.env.CDN_TAG).trimEnd();
  }

  async #copy(): Promise<void> {
    this.copyLabel = await navigator.clipboard.writeText(this.#code).then(
      () => 'Copied',
      () => 'Copying is not allowed here',
    );
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => (this.copyLabel = 'Copy'), COPIED_MS);
  }
}

/** The radio buttons are controls of the settings' form, which keeps the choice. */
function toChoice(stack: string, index: number): unknown {
  return html`<label
    ><input
      type="radio"
      name="stack"
      form="settings"
      value=${stack}
      ?checked=${index === 0}
    />${stack}</label
  >`;
}

declare global {
  interface HTMLElementTagNameMap {
    'code-panel': CodePanel;
  }
}

customElements.define('code-panel', CodePanel);
