import { html, LitElement } from 'lit';
import { deleteKept, readKept, writeKept } from '../relay/kept-values.ts';
import { FOLDER } from './folder.ts';

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
    return html`
      <p>
        <strong>Everything here runs in your browser.</strong> Dashboards have this page’s own
        origin, so the sandbox does not isolate them as it does in your application.
      </p>
      <a href="${FOLDER}service/admin" target="_blank" rel="noopener">Back office</a>
      <span>Password: <code>live-demo</code></span>
      <label>
        <input type="checkbox" .checked=${this.keepsData} @change=${this.#onChange} />
        Keep my data
      </label>
      <button type="button" id="reset" @click=${this.#reset}>Reset</button>
    `;
  }

  async #read(): Promise<void> {
    this.keepsData = (await readKept(FOLDER, 'keeps-data')) === true;
  }

  /** The databases are opened for keeping, or in memory, when the server starts. */
  async #onChange({ target }: Event): Promise<void> {
    this.keepsData = (target as HTMLInputElement).checked;
    await writeKept(FOLDER, 'keeps-data', this.keepsData);
    location.reload();
  }

  async #reset(): Promise<void> {
    await deleteKept(FOLDER, 'secrets');
    location.assign(FOLDER);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'live-bar': LiveBar;
  }
}

customElements.define('live-bar', LiveBar);
