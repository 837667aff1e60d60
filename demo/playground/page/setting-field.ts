import { html, nothing } from 'lit';
import { ifDefined } from 'lit/directives/if-defined.js';
import { radioButtons, selectOptions } from './choices.ts';
import './color-field.ts';
import type { ChoiceField, Field, TextField } from './setting-groups.ts';
import { reportChange } from './settings-change-event.ts';
import type { SettingName } from './settings.ts';

/** Renders a setting with its label, its control and its note. */
export function settingField(field: Field, value: string): unknown {
  const { name, label = name, note } = field;
  return html`<div class="field">
    ${
      field.kind === 'radio'
        ? html`<span id="${name}-label">${label}</span>`
        : html`<label for=${name}>${label}</label>`
    }
    ${toControl(field, value)} ${note ? html`<small>${note}</small>` : nothing}
  </div>`;
}

function toControl(field: Field, value: string): unknown {
  if (field.kind === 'text') return toTextControl(field, value);
  if (field.kind === 'color') {
    return html`<color-field
      .name=${field.name}
      .value=${value}
      .firstColor=${field.firstColor}
    ></color-field>`;
  }
  if (field.kind === 'select') return toSelect(field, value);
  return html`<div class="choice" role="radiogroup" aria-labelledby="${field.name}-label">
    ${radioButtons(field.name as SettingName, field.options, value)}
  </div>`;
}

function toTextControl({ name, placeholder }: TextField, value: string): unknown {
  return html`<input
    id=${name}
    name=${name}
    .value=${value}
    placeholder=${ifDefined(placeholder)}
    spellcheck="false"
    @change=${reportChange}
  />`;
}

function toSelect({ name, options }: ChoiceField, chosen: string): unknown {
  return html`<select id=${name} name=${name} @change=${reportChange}>
    ${selectOptions(options, chosen)}
  </select>`;
}
