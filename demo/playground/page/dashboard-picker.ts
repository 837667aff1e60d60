import { html, nothing } from 'lit';
import type { DashboardView } from '../host/session-view.ts';
import { PageElement } from './page-element.ts';
import type { SettingsForm } from './settings-form.ts';

const NAME = 'dashboard-guid';
/** The pixels of the previous link that stay visible on a narrow screen. */
const BEFORE_PX = 48;

/** The dashboards as links: each shows the same settings with another dashboard. */
export class DashboardPicker extends PageElement {
  static override properties = {
    dashboards: { attribute: false },
    settings: { attribute: false },
  };
  declare dashboards: readonly DashboardView[];
  /** Call `requestUpdate` if its values change: each link contains them. */
  declare settings: SettingsForm | undefined;

  constructor() {
    super();
    this.dashboards = [];
  }

  override render(): unknown {
    return html`<nav id="dashboards" aria-label="Dashboards">
      ${this.dashboards.map((dashboard) => this.#toLink(dashboard))}
    </nav>`;
  }

  override updated(): void {
    const chosen = this.dashboards.find(({ guid }) => guid === this.#chosen);
    if (!chosen) return;
    document.title = `${chosen.title} · embedded-dashboard playground`;
    const [nav, link] = [
      this.querySelector('nav')!,
      this.querySelector<HTMLElement>('[aria-current]')!,
    ];
    // On a narrow screen the links go beyond its edge.
    nav.scrollLeft = link.offsetLeft - nav.offsetLeft - BEFORE_PX;
  }

  get #chosen(): string | undefined {
    return this.settings?.values[NAME]?.toLowerCase();
  }

  #toLink({ guid, title, isOpen }: DashboardView): unknown {
    const note = isOpen ? nothing : html` <small>not for this user</small>`;
    return html`<a
      href=${this.settings?.link({ [NAME]: guid }) ?? nothing}
      aria-current=${guid === this.#chosen ? 'page' : nothing}
      @click=${(event: MouseEvent) => this.#visit(event, guid)}
      >${title}${note}</a
    >`;
  }

  #visit(event: MouseEvent, guid: string): void {
    // The browser itself opens a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.settings!.visit({ [NAME]: guid });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'dashboard-picker': DashboardPicker;
  }
}

customElements.define('dashboard-picker', DashboardPicker);
