import { html } from 'lit';
import { EditorElement } from '../model/editor-element.ts';

/** A modal dialog. It opens when it is added to the page. */
export class ModalDialog extends EditorElement {
  static override properties = {
    heading: { attribute: false },
    content: { attribute: false },
    action: { attribute: false },
    onClose: { attribute: false },
  };
  declare heading: string;
  declare content: unknown;
  /** The button next to “Close”, if there is one. */
  declare action: unknown;
  declare onClose: () => void;

  override render(): unknown {
    return html`<dialog aria-labelledby="dialog-heading" @close=${() => this.onClose()}>
      <h2 id="dialog-heading">${this.heading}</h2>
      ${this.content}
      <form method="dialog" class="dialog-end">
        <button class="plain">Close</button>
        ${this.action}
      </form>
    </dialog>`;
  }

  override firstUpdated(): void {
    this.querySelector('dialog')!.showModal();
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'modal-dialog': ModalDialog;
  }
}

customElements.define('modal-dialog', ModalDialog);
