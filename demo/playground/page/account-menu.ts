import { html } from 'lit';
import type { UserView } from '../host/session-view.ts';
import { selectOptions } from './choices.ts';
import { PageElement } from './page-element.ts';
import type { Option } from './setting-groups.ts';
import { reportChange } from './settings-change-event.ts';

const NOBODY: Option = { value: '', label: 'nobody' };

/** The menu to choose the user. */
export class AccountMenu extends PageElement {
  static override properties = { users: { attribute: false }, userId: { attribute: false } };
  declare users: readonly UserView[];
  /** The id of the chosen user; empty for nobody. */
  declare userId: string;

  override render(): unknown {
    const users = this.users.map(toOption);
    const options = users.length > 0 ? [...users, NOBODY] : [];
    return html`<label id="account">
      Signed in as
      <select name="user" form="settings" @change=${reportChange}>
        ${selectOptions(options, this.userId)}
      </select>
    </label>`;
  }

  override focus(): void {
    this.querySelector('select')!.focus();
  }
}

function toOption({ id, name, region }: UserView): Option {
  return { value: id, label: `${name.split(' ')[0]} (${region})` };
}

declare global {
  interface HTMLElementTagNameMap {
    'account-menu': AccountMenu;
  }
}

customElements.define('account-menu', AccountMenu);
