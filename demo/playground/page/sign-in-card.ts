import type { EmbeddedDashboardElement } from 'embedded-dashboard';
import type { SessionView, UserView } from '../host/session-view.ts';

/** What stands in the element's place while nobody is signed in: its slot for that status. */
export class SignInCard {
  readonly #card: HTMLElement;
  readonly #onSignIn: (userId: string) => void;

  constructor(template: HTMLTemplateElement, onSignIn: (userId: string) => void) {
    this.#card = template.content.firstElementChild!.cloneNode(true) as HTMLElement;
    this.#onSignIn = onSignIn;
  }

  /** With somebody signed in, the element shows its own message. */
  show(dashboard: EmbeddedDashboardElement, { user, users }: SessionView): void {
    dashboard.replaceChildren(...(user ? [] : [this.#card]));
    this.#card.querySelector('ul')!.replaceChildren(...users.map((each) => this.#toItem(each)));
  }

  #toItem({ id, name, role }: UserView): HTMLElement {
    const item = document.createElement('li');
    const button = document.createElement('button');
    const [title, note] = [document.createElement('strong'), document.createElement('span')];
    title.textContent = `Sign in as ${name}`;
    note.textContent = role;
    button.type = 'button';
    button.append(title, note);
    button.addEventListener('click', () => this.#onSignIn(id));
    item.append(button);
    return item;
  }
}
