import { html } from 'lit';
import type { Option } from './setting-groups.ts';
import { reportChange } from './settings-change-event.ts';
import type { SettingName } from './settings.ts';

/** Renders the radio buttons of a setting. The element around them has the group's role and name. */
export function radioButtons(
  name: SettingName,
  options: readonly Option[],
  chosen: string,
): unknown {
  return options.map(
    ({ value, label }) =>
      html`<label
        ><input
          type="radio"
          name=${name}
          form="settings"
          .value=${value}
          .checked=${value === chosen}
          @change=${reportChange}
        />${label}</label
      >`,
  );
}

/** Renders the options of a `<select>`. */
export function selectOptions(options: readonly Option[], chosen: string): unknown {
  return options.map(
    ({ value, label }) =>
      html`<option value=${value} .selected=${value === chosen}>${label}</option>`,
  );
}
