import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { DashboardStatus } from './status.ts';

/** The messages of the statuses that always have the same one. */
const TEXTS: Partial<Record<DashboardStatus, string>> = {
  expired: 'This dashboard has expired.',
  'logged-out': 'You are signed out.',
};

/** The area behind the frame: the dashboard's background and, without a frame, a message. */
export class StatusPanel {
  readonly #root: ShadowRoot;
  readonly #backdrop = create('div', 'backdrop');
  readonly #message = create('div', 'message');
  readonly #slot = create('slot');
  readonly #busy = create('progress');
  readonly #text = create('p');
  readonly #spoken = new Text();
  /** Not for screen readers, which would read the whole message again at each try. */
  readonly #retry = create('span');
  readonly #reload = create('button', 'reload');

  constructor(root: ShadowRoot, onReload: () => void) {
    this.#root = root;
    this.#busy.ariaLabel = 'Loading';
    // A live region: screen readers read out what changes in it.
    this.#message.role = 'status';
    this.#retry.ariaHidden = 'true';
    this.#reload.textContent = 'Reload';
    this.#reload.addEventListener('click', onReload);
    this.#text.append(this.#spoken, this.#retry);
    this.#slot.append(this.#busy, this.#text, this.#reload);
    this.#message.append(this.#slot);
    this.#backdrop.append(this.#message);
    // Behind a frame that came with the page.
    root.prepend(this.#backdrop);
  }

  show(status: DashboardStatus, error: DashboardError | null, mayReload: boolean): void {
    const text = status === 'failed' ? error!.message : (TEXTS[status] ?? '');
    const retryAt = text && error?.retryAt;
    const isLoading = status === 'loading';
    this.#message.hidden = status === 'ready' || status === 'refreshing';
    this.#slot.name = text ? status : 'loading';
    this.#busy.hidden = !isLoading;
    this.#text.hidden = !text;
    // Screen readers would read out the same text again.
    if (this.#spoken.data !== text) this.#spoken.data = text;
    this.#retry.textContent = retryAt ? ` Next try at ${retryAt.toLocaleTimeString()}.` : '';
    // The button keeps the focus while the dashboard loads, and then passes it on.
    this.#reload.hidden = isLoading ? !this.#root.activeElement : !text || !mayReload;
  }

  /** Paints the dashboard's own background, so that nothing flashes before and after it. */
  paint(isDark: boolean, background: string | null): void {
    this.#backdrop.className = isDark ? 'dark' : '';
    this.#backdrop.style.backgroundColor = '';
    this.#backdrop.style.backgroundColor = background?.replace('$', '#') ?? '';
  }
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  part?: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (part) element.part.value = part;
  return element;
}
