import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import { postJson } from '../../post-json.ts';
import { EditorElement } from '../model/editor-element.ts';

const ENDS =
  'All tokens of this dashboard end immediately, and it closes for everyone who has it open. Turn off access?';

/** The sharing option 'Accessible in API', and the link to the code while it is on. */
export class SharingSwitch extends EditorElement {
  static override properties = {
    guid: { attribute: false },
    isAccessible: { attribute: false },
    onTrouble: { attribute: false },
  };
  /** The dashboard's guid; `null` until it is published. */
  declare guid: string | null;
  /** The state at the service. The element changes it after an answer. */
  declare isAccessible: boolean;
  /** Receives the error of a change, or an empty text when a change begins. */
  declare onTrouble: (message: string) => void;
  #isWaiting = false;

  override render(): unknown {
    const { guid, isAccessible } = this;
    return html`<div class="sharing">
      <label class="check">
        <input
          type="checkbox"
          role="switch"
          .checked=${live(isAccessible)}
          ?disabled=${!guid}
          aria-describedby=${guid ? nothing : 'sharing-hint'}
          @change=${this.#onChange}
        />
        Accessible in API
      </label>
      ${guid ? nothing : html`<span class="hint" id="sharing-hint">Publish the dashboard first</span>`}
      ${guid && isAccessible ? html`<a href="${guid}/api-code">API code</a>` : nothing}
    </div>`;
  }

  async #onChange({ target }: Event): Promise<void> {
    const box = target as HTMLInputElement;
    const wanted = box.checked;
    // Until the answer arrives, the switch shows the state at the service.
    box.checked = this.isAccessible;
    if (this.#isWaiting || (!wanted && !confirm(ENDS))) return;
    this.#isWaiting = true;
    this.onTrouble('');
    try {
      const call = { accessible: wanted };
      const answer = await postJson<{ accessible: boolean }>(`${this.guid}/share`, call);
      this.isAccessible = answer.accessible;
    } catch (error) {
      this.onTrouble((error as Error).message);
    }
    this.#isWaiting = false;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sharing-switch': SharingSwitch;
  }
}

customElements.define('sharing-switch', SharingSwitch);
