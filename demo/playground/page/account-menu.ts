import { html, nothing } from 'lit';
import type { UserView } from '../host/session-view.ts';
import { PageElement } from './page-element.ts';

/** The choice of the user, a control of the settings' form. */
export class AccountMenu extends PageElement {
  static override properties = { users: { attribute: false } };
  declare users: readonly UserView[];

  constructor() {
    super();
    this.users = [];
  }

  override render(): unknown {
    // All in one list: a browser selects the first option that it gets.
    const options = [...this.users.map(toOption), html`<option value="">nobody</option>`];
    return html`<label id="account">
      Signed in as
      <select name="user" form="settings">
        ${this.users.length > 0 ? options : nothing}
      </select>
    </label>`;
  }

  override focus(): void {
    this.querySelector('select')!.focus();
  }
}

function toOption({ id, name, region }: UserView): unknown {
  return html`<option value=${id}>${name.split(' ')[0]} (${region})</option>`;
}

declare global {
  interface HTMLElementTagNameMap {
    'account-menu': AccountMenu;
  }
}

customElements.define('account-menu', AccountMenu);
