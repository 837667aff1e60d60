import { html, nothing, type PropertyValues } from 'lit';
import type { DashboardView } from '../host/session-view.ts';
import { PageElement } from './page-element.ts';
import { SettingsChangeEvent } from './settings-change-event.ts';

/** The pixels of the previous link that stay visible on a narrow screen. */
const BEFORE_PX = 48;

/** The dashboards as links. Each link keeps the other settings. */
export class DashboardPicker extends PageElement {
  static override properties = {
    dashboards: { attribute: false },
    current: { attribute: false },
    toLink: { attribute: false },
  };
  declare dashboards: readonly DashboardView[];
  /** The dashboard of the settings, if it is in the list. */
  declare current: DashboardView | undefined;
  /** Returns the page's address with another dashboard. */
  declare toLink: (guid: string) => string;

  override render(): unknown {
    return html`<nav id="dashboards" aria-label="Dashboards">
      ${this.dashboards.map((dashboard) => this.#toItem(dashboard))}
    </nav>`;
  }

  override updated(changed: PropertyValues): void {
    const link = this.querySelector<HTMLElement>('[aria-current]');
    if (!link || !changed.has('current')) return;
    // On a narrow screen, the row of links scrolls.
    const nav = link.parentElement!;
    nav.scrollLeft = link.offsetLeft - nav.offsetLeft - BEFORE_PX;
  }

  #toItem(dashboard: DashboardView): unknown {
    const { guid, title, isOpen } = dashboard;
    const note = isOpen ? nothing : html` <small>not for this user</small>`;
    return html`<a
      href=${this.toLink(guid)}
      aria-current=${dashboard === this.current ? 'page' : nothing}
      @click=${(event: MouseEvent) => this.#visit(event, guid)}
      title=${title}
      ><span>${title}</span>${note}</a
    >`;
  }

  #visit(event: MouseEvent, guid: string): void {
    // Let the browser open a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    this.dispatchEvent(new SettingsChangeEvent({ 'dashboard-guid': guid }, { isVisit: true }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'dashboard-picker': DashboardPicker;
  }
}

customElements.define('dashboard-picker', DashboardPicker);
