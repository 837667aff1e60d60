import { html } from 'lit';
import { PageElement } from './page-element.ts';
import { settingField } from './setting-field.ts';
import { type Group, GROUPS } from './setting-groups.ts';
import type { SettingName, Settings } from './settings.ts';

/** The controls of the settings form, in groups. */
export class SettingsPanel extends PageElement {
  static override properties = { settings: { attribute: false } };
  declare settings: Settings;

  override render(): unknown {
    return GROUPS.map((group) => this.#toGroup(group));
  }

  #toGroup({ title, isCollapsible, fields }: Group): unknown {
    const controls = fields.map((field) =>
      settingField(field, this.settings[field.name as SettingName]),
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
}

declare global {
  interface HTMLElementTagNameMap {
    'settings-panel': SettingsPanel;
  }
}

customElements.define('settings-panel', SettingsPanel);
