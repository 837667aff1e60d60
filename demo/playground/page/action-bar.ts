import { html } from 'lit';
import { ColorScheme } from './color-scheme.ts';
import { toFullPageLink } from './full-page-link.ts';
import { PageElement } from './page-element.ts';
import { SettingsChangeEvent } from './settings-change-event.ts';
import type { Settings } from './settings.ts';

/**
 * The actions on the dashboard, and links that open it in a separate page. "Log out" changes the settings. The other
 * buttons fire `reload` and `start-over`.
 */
export class ActionBar extends PageElement {
  static override properties = { settings: { attribute: false } };
  declare settings: Settings;
  readonly #colorScheme = new ColorScheme(this);

  override render(): unknown {
    return html`<div role="group" aria-label="Actions">
      <button id="reload" type="button" @click=${this.#fire('reload')}>Reload</button>
      <button id="start-over" type="button" @click=${this.#fire('start-over')}>Start over</button>
      <button id="log-out" type="button" @click=${this.#logOut}>Log out</button>
      <a
        id="full-page"
        class="button"
        href=${this.#toLink('dashboards')}
        target="_blank"
        rel="noopener"
        >Full page</a
      >
      <a
        id="rendered"
        class="button"
        href=${this.#toLink('rendered')}
        target="_blank"
        rel="noopener"
        title="In a page rendered by the server"
        >Rendered</a
      >
    </div>`;
  }

  #toLink(folder: 'dashboards' | 'rendered'): string {
    return toFullPageLink(this.settings, folder, this.#colorScheme.isDark);
  }

  #fire(type: 'reload' | 'start-over'): () => void {
    return () => this.dispatchEvent(new Event(type));
  }

  #logOut(): void {
    this.dispatchEvent(new SettingsChangeEvent({ user: '' }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'action-bar': ActionBar;
  }
}

customElements.define('action-bar', ActionBar);
