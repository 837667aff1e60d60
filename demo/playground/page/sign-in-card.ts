import { html } from 'lit';
import type { UserView } from '../host/session-view.ts';
import { PageElement } from './page-element.ts';
import { SettingsChangeEvent } from './settings-change-event.ts';

/** The users to sign in as, for the slot `logged-out` of the dashboard. */
export class SignInCard extends PageElement {
  static override properties = { users: { attribute: false } };
  declare users: readonly UserView[];

  constructor() {
    super();
    this.users = [];
  }

  override render(): unknown {
    return html`
      <section>
        <h2>Nobody is signed in</h2>
        <p>
          This is the page’s own content in the slot <code>logged-out</code>. Sign in to see the
          dashboards.
        </p>
        <ul>
          ${this.users.map((user) => this.#toItem(user))}
        </ul>
      </section>
    `;
  }

  #toItem({ id, name, role }: UserView): unknown {
    return html`<li>
      <button type="button" @click=${() => this.#signIn(id)}>
        <strong>Sign in as ${name}</strong><span>${role}</span>
      </button>
    </li>`;
  }

  #signIn(userId: string): void {
    this.dispatchEvent(new SettingsChangeEvent({ user: userId }));
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sign-in-card': SignInCard;
  }
}

customElements.define('sign-in-card', SignInCard);
