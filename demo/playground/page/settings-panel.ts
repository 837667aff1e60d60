import { html } from 'lit';
import type { UserView } from '../host/session-view.ts';
import { PageElement } from './page-element.ts';
import { settingField } from './setting-field.ts';
import { type Field, type Group, GROUPS, type Option } from './setting-groups.ts';
import type { SettingName, Settings } from './settings.ts';

const NOBODY: Option = { value: '', label: 'nobody' };

/** The controls of the settings form, in groups. */
export class SettingsPanel extends PageElement {
  static override properties = { settings: { attribute: false }, users: { attribute: false } };
  declare settings: Settings;
  /** The users who can sign in; empty until the host application has answered. */
  declare users: readonly UserView[];

  override render(): unknown {
    return GROUPS.map((group) => this.#toGroup(group));
  }

  #toGroup({ title, isCollapsible, fields }: Group): unknown {
    const controls = fields.map((field) =>
      settingField(this.#withUsers(field), this.settings[field.name as SettingName]),
    );
    return isCollapsible
      ? html`<details>
          <summary>${title}</summary>
          ${controls}
        </details>`
      : html`<fieldset>
          <legend>${title}</legend>
          ${controls}
        </fieldset>`;
  }

  #withUsers(field: Field): Field {
    if (field.name !== 'user' || field.kind !== 'select' || this.users.length === 0) return field;
    return { ...field, options: [...this.users.map(toOption), NOBODY] };
  }
}

function toOption({ id, name, region }: UserView): Option {
  return { value: id, label: `${name.split(' ')[0]} (${region})` };
}

declare global {
  interface HTMLElementTagNameMap {
    'settings-panel': SettingsPanel;
  }
}

customElements.define('settings-panel', SettingsPanel);
