import { html } from 'lit';
import { STACKS } from './code-samples.ts';
import { PageElement } from './page-element.ts';
import { radioButtons } from './choices.ts';
import { toOptions } from './setting-groups.ts';
import { type Settings, toAttributes } from './settings.ts';

declare global {
  interface ImportMeta {
    /** The variables that Vite's configuration sets. */
    readonly env: { readonly CDN_TAG: string };
  }
}

const COPIED_MS = 1500;
const STACK_OPTIONS = toOptions(...Object.keys(STACKS));

/** The code for the current settings, to copy. */
export class CodePanel extends PageElement {
  static override properties = {
    settings: { attribute: false },
    copyLabel: { state: true },
  };
  declare settings: Settings;
  declare copyLabel: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
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
        ${radioButtons('stack', STACK_OPTIONS, this.settings.stack)}
      </div>
      <pre tabindex="0" aria-label="Code for these settings"><code>${this.#code}</code></pre>
    `;
  }

  get #code(): string {
    return STACKS[this.settings.stack]!(
      toAttributes(this.settings),
      import.meta.env.CDN_TAG,
    ).trimEnd();
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

declare global {
  interface HTMLElementTagNameMap {
    'code-panel': CodePanel;
  }
}

customElements.define('code-panel', CodePanel);
