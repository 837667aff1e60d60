import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import { html, nothing } from 'lit';
import { PageElement } from './page-element.ts';
import type { Settings } from './settings.ts';
import { createStatusSamples, type StatusSample } from './status-samples.ts';

/** Shows the element in each status, once the reader opens the gallery. */
export class StatusGallery extends PageElement {
  static override properties = {
    settings: { attribute: false },
    samples: { state: true },
  };
  declare settings: Settings;
  declare samples: readonly StatusSample[];

  constructor() {
    super();
    this.samples = [];
  }

  override render(): unknown {
    return html`<details @toggle=${this.#toggle}>
      <summary>Every status of the element</summary>
      <ul>
        ${this.samples.map((sample) => this.#toItem(sample))}
      </ul>
    </details>`;
  }

  override updated(): void {
    // The elements look up their language when they show a text.
    for (const dashboard of this.querySelectorAll('embedded-dashboard')) dashboard.requestUpdate();
  }

  #toItem({ title, note, getToken, onSettled }: StatusSample): unknown {
    const { theme, color, lang, 'background-color': backgroundColor } = this.settings;
    const settle = ({ target }: Event): void => onSettled?.(target as EmbeddedDashboardElement);
    return html`<li>
      <h3>${title}</h3>
      <p><small>${note}</small></p>
      <embedded-dashboard
        lang=${lang || nothing}
        label=${title}
        .theme=${theme}
        .color=${color}
        .backgroundColor=${backgroundColor}
        .dashboardGuid=${this.settings['dashboard-guid']}
        .getToken=${getToken ?? null}
        @dashboard-load=${settle}
        @dashboard-error=${settle}
      ></embedded-dashboard>
    </li>`;
  }

  #toggle({ newState }: ToggleEvent): void {
    this.samples = newState === 'open' ? createStatusSamples() : [];
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'status-gallery': StatusGallery;
  }
}

customElements.define('status-gallery', StatusGallery);
