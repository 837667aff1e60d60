import { html } from 'lit';
import type { UserView } from '../host/session-view.ts';
import { PageElement } from './page-element.ts';

/** The content of the element's slot for its status `logged-out`. */
export class SignInCard extends PageElement {
  static override properties = { users: { attribute: false } };
  declare users: readonly UserView[];
  readonly #onSignIn: (userId: string) => void;

  constructor(onSignIn: (userId: string) => void) {
    super();
    this.slot = 'logged-out';
    this.users = [];
    this.#onSignIn = onSignIn;
  }

  override render(): unknown {
    return html`
      <section>
        <h2>Nobody is signed in</h2>
        <p>
          This is the page’s own content in the slot “logged-out”. Who would like to see the
          dashboards?
        </p>
        <ul>
          ${this.users.map((user) => this.#toItem(user))}
        </ul>
      </section>
    `;
  }

  #toItem({ id, name, role }: UserView): unknown {
    return html`<li>
      <button type="button" @click=${() => this.#onSignIn(id)}>
        <strong>Sign in as ${name}</strong><span>${role}</span>
      </button>
    </li>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'sign-in-card': SignInCard;
  }
}

customElements.define('sign-in-card', SignInCard);
