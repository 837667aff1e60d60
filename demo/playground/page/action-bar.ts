import { html } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { ColorScheme } from './color-scheme.ts';
import { toFullPageLink } from './full-page-link.ts';
import { PageElement } from './page-element.ts';
import { SettingsChangeEvent } from './settings-change-event.ts';
import type { Settings } from './settings.ts';

/**
 * The actions on the dashboard, and links that open it in a separate page. "Sign out" changes the settings. The other
 * buttons fire `reload` and `start-over`. All but the most common action are in a menu.
 */
export class ActionBar extends PageElement {
  static override properties = { settings: { attribute: false } };
  declare settings: Settings;
  readonly #colorScheme = new ColorScheme(this);
  readonly #menu = createRef<HTMLDetailsElement>();

  override render(): unknown {
    return html`<div role="group" aria-label="Actions">
      <button id="reload" type="button" class="primary" @click=${this.#fire('reload')}>
        Load again
      </button>
      <details
        id="menu"
        ${ref(this.#menu)}
        @click=${this.#closeAfterChoice}
        @keydown=${this.#closeOnEscape}
        @focusout=${this.#closeBehindFocus}
      >
        <summary class="button" id="more">More</summary>
        <div>
          <button id="start-over" type="button" @click=${this.#fire('start-over')}>
            Remove and load
          </button>
          <button id="log-out" type="button" @click=${this.#logOut}>Sign out</button>
          ${this.#renderLink('full-page', 'dashboards', 'Open on its own page')}
          ${this.#renderLink('rendered', 'rendered', 'As the server renders it')}
        </div>
      </details>
    </div>`;
  }

  #renderLink(id: string, folder: 'dashboards' | 'rendered', label: string): unknown {
    const href = toFullPageLink(this.settings, folder, this.#colorScheme.isDark);
    return html`<a id=${id} class="button" href=${href} target="_blank" rel="noopener"
      >${label}</a
    >`;
  }

  readonly #closeAfterChoice = ({ target }: Event): void => {
    if (!(target as Element).closest('summary')) this.#close();
  };

  readonly #closeOnEscape = ({ key }: KeyboardEvent): void => {
    if (key !== 'Escape' || !this.#menu.value!.open) return;
    this.#close();
    this.#menu.value!.querySelector('summary')!.focus();
  };

  readonly #closeBehindFocus = ({ relatedTarget }: FocusEvent): void => {
    if (!this.#menu.value!.contains(relatedTarget as Node | null)) this.#close();
  };

  #close(): void {
    this.#menu.value!.open = false;
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
