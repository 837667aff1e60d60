import { html } from 'lit';
import { selectOptions } from './choices.ts';
import { PageElement } from './page-element.ts';
import { type Option, toOptions } from './setting-groups.ts';
import { SettingsChangeEvent } from './settings-change-event.ts';

/** A filter for the reader. The host application gets the choice under the filter's name. */
interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options: readonly Option[];
}

const FILTERS: readonly Filter[] = [
  {
    name: 'Region',
    label: 'Region',
    options: [
      { value: '', label: 'Your server’s default' },
      ...toOptions('North', 'South', 'East', 'West'),
    ],
  },
  {
    name: 'Months',
    label: 'Period',
    options: [
      { value: '', label: '12 months' },
      { value: '6', label: '6 months' },
      { value: '3', label: '3 months' },
    ],
  },
];

/** The filters above the dashboard. Each change sets one of the element's `parameters`. */
export class FilterBar extends PageElement {
  static override properties = { parameters: { attribute: false } };
  /** The setting `parameters`: JSON, or empty without a choice. */
  declare parameters: string;

  override render(): unknown {
    return html`<div id="filter-bar">${FILTERS.map((filter) => this.#toSelect(filter))}</div>`;
  }

  #toSelect({ name, label, options }: Filter): unknown {
    const chosen = toChoices(this.parameters)[name] ?? '';
    return html`<label
      >${label}
      <select name=${name} @change=${this.#choose}>
        ${selectOptions(options, chosen)}
      </select></label
    >`;
  }

  #choose({ currentTarget }: Event): void {
    const { name, value } = currentTarget as HTMLSelectElement;
    const { [name]: _, ...others } = toChoices(this.parameters);
    const choices = value ? { ...others, [name]: value } : others;
    const parameters = Object.keys(choices).length > 0 ? JSON.stringify(choices) : '';
    this.dispatchEvent(new SettingsChangeEvent({ parameters }));
  }
}

/** Parses the choices. A link may contain malformed ones; the element then shows the error. */
function toChoices(parameters: string): Record<string, string> {
  try {
    return Object(JSON.parse(parameters || '{}')) as Record<string, string>;
  } catch {
    return {};
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'filter-bar': FilterBar;
  }
}

customElements.define('filter-bar', FilterBar);
