import { html } from 'lit';
import { CODE_NAMES, SERVER, STACKS, toServerCode } from './code-samples.ts';
import { PageElement } from './page-element.ts';
import { radioButtons } from './choices.ts';
import { toOptions } from './setting-groups.ts';
import { type Settings, toAttributes } from './settings.ts';

declare global {
  interface ImportMeta {
    /** The variables that Vite's configuration sets. */
    readonly env: { readonly SERVER_CODE: string };
  }
}

const COPIED_MS = 1500;
const STACK_OPTIONS = toOptions(...CODE_NAMES);

/** The code for the current settings, to copy. */
export class CodePanel extends PageElement {
  static override properties = {
    settings: { attribute: false },
    serviceUrl: { attribute: false },
    copyLabel: { state: true },
  };
  declare settings: Settings;
  /** The dashboard service's address. */
  declare serviceUrl: string;
  declare copyLabel: string;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.copyLabel = 'Copy';
  }

  override render(): unknown {
    return html`
      <div class="title">
        <h2 id="code-title">Quick start</h2>
        <button
          id="copy"
          type="button"
          .textContent=${this.copyLabel}
          @click=${this.#copy}
        ></button>
      </div>
      <div class="choice" id="stacks" role="radiogroup" aria-label="Code">
        ${radioButtons('stack', STACK_OPTIONS, this.settings.stack)}
      </div>
      <p id="code-note"><small>${this.#note}</small></p>
      <pre tabindex="0" aria-label="Code for these settings"><code>${this.#code}</code></pre>
    `;
  }

  get #note(): unknown {
    return this.settings.stack === SERVER
      ? html`Your server keeps the API key and decides who sees what. All steps:
          <code>docs/quick-start.md</code>`
      : html`The tag with the settings above. Your server answers its requests: see “${SERVER}”.`;
  }

  get #code(): string {
    const { stack, 'dashboard-guid': guid } = this.settings;
    const { serviceUrl } = this;
    const attributes = toAttributes(this.settings);
    const [, parameters = ''] = attributes.find(([name]) => name === 'parameters') ?? [];
    const { SERVER_CODE } = import.meta.env;
    const code =
      stack === SERVER
        ? toServerCode(SERVER_CODE, guid, { serviceUrl, parameters })
        : STACKS[stack]!(attributes);
    return code.trimEnd();
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
