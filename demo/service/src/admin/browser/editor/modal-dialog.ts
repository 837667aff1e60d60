import { html } from 'lit';
import { EditorElement } from './editor-element.ts';

/** A modal dialog. It opens when it joins the page. */
export class ModalDialog extends EditorElement {
  static override properties = {
    heading: { attribute: false },
    content: { attribute: false },
    onClose: { attribute: false },
  };
  declare heading: string;
  declare content: unknown;
  declare onClose: () => void;

  override render(): unknown {
    return html`<dialog aria-labelledby="dialog-heading" @close=${() => this.onClose()}>
      <h2 id="dialog-heading">${this.heading}</h2>
      ${this.content}
      <form method="dialog" class="dialog-end">
        <button class="plain">Close</button>
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
