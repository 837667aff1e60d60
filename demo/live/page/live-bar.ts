import { html, LitElement } from 'lit';
import { readKept, writeKept } from '../relay/kept-values.ts';
import { FOLDER } from './folder.ts';
import { restart } from './restart.ts';

/** The facts about this demo that differ from `npm start`, and the choices about its data. */
export class LiveBar extends LitElement {
  static override properties = { keepsData: { state: true } };
  declare keepsData: boolean;

  constructor() {
    super();
    this.keepsData = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#read();
  }

  /** The page's style sheet applies. */
  protected override createRenderRoot(): this {
    return this;
  }

  override render(): unknown {
    return html`<section aria-label="Live demo">
      <p>
        <strong>Everything here runs in your browser.</strong> Dashboards have this page’s own
        origin, so the sandbox does not isolate them as it does in your application.
      </p>
      <span>Password of the back office: <code>live-demo</code></span>
      <label
        title="Your dashboards, drafts and companies stay in this browser. A change resets the demo."
      >
        <input
          type="checkbox"
          name="keeps-data"
          .checked=${this.keepsData}
          @change=${this.#onChange}
        />
        Keep my data
      </label>
      <button
        type="button"
        id="reset"
        title="Removes all changes, in all tabs"
        @click=${this.#reset}
      >
        Reset
      </button>
    </section>`;
  }

  async #read(): Promise<void> {
    this.keepsData = (await readKept(FOLDER, 'keeps-data')) === true;
  }

  /** Moves no data: a change of the place is also a reset. */
  async #onChange({ target }: Event): Promise<void> {
    await writeKept(FOLDER, 'keeps-data', (target as HTMLInputElement).checked);
    await this.#reset();
  }

  async #reset(): Promise<void> {
    await writeKept(FOLDER, 'wants-reset', true);
    restart();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'live-bar': LiveBar;
  }
}

customElements.define('live-bar', LiveBar);
