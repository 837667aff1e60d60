import { html, nothing } from 'lit';
import type { UserView } from '../host/session-view.ts';
import { PageElement } from './page-element.ts';
import { reportChange } from './settings-change-event.ts';

/** The choice of the user. */
export class AccountMenu extends PageElement {
  static override properties = { users: { attribute: false }, userId: { attribute: false } };
  declare users: readonly UserView[];
  /** The chosen user; empty for nobody. */
  declare userId: string;

  override render(): unknown {
    const nobody = html`<option value="" .selected=${!this.userId}>nobody</option>`;
    return html`<label id="account">
      Signed in as
      <select name="user" form="settings" @change=${reportChange}>
        ${this.users.map((user) => this.#toOption(user))}
        ${this.users.length > 0 ? nobody : nothing}
      </select>
    </label>`;
  }

  override focus(): void {
    this.querySelector('select')!.focus();
  }

  #toOption({ id, name, region }: UserView): unknown {
    const label = `${name.split(' ')[0]} (${region})`;
    return html`<option value=${id} .selected=${id === this.userId}>${label}</option>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'account-menu': AccountMenu;
  }
}

customElements.define('account-menu', AccountMenu);
