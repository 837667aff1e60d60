import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { DashboardStatus } from './dashboard-life.ts';

/** What lies behind the frame: the dashboard's background and, without a frame, a message. */
export class StatusPanel {
  readonly #root: ShadowRoot;
  readonly #backdrop = create('div', 'backdrop');
  readonly #message = create('div', 'message');
  readonly #slot = create('slot');
  readonly #busy = create('progress');
  readonly #text = create('p');
  readonly #spoken = new Text();
  /** Seen only: a screen reader would say all of the message again at each try. */
  readonly #retry = create('span');
  readonly #reload = create('button', 'reload');

  constructor(root: ShadowRoot, onReload: () => void) {
    this.#root = root;
    this.#busy.ariaLabel = 'Loading';
    this.#reload.textContent = 'Reload';
    this.#reload.addEventListener('click', onReload);
    this.#retry.ariaHidden = 'true';
    this.#text.append(this.#spoken, this.#retry);
    this.#slot.append(this.#busy, this.#text, this.#reload);
    this.#message.role = 'status';
    this.#message.append(this.#slot);
    this.#backdrop.append(this.#message);
    // Behind a frame that came with the page.
    root.prepend(this.#backdrop);
  }

  show(status: DashboardStatus, error: DashboardError | null, mayReload: boolean): void {
    const text = toText(status, error);
    const isLoading = status === 'loading';
    const retryAt = text && error?.retryAt;
    this.#message.hidden = status === 'ready' || status === 'refreshing';
    this.#slot.name = text ? status : 'loading';
    this.#busy.hidden = !isLoading;
    this.#text.hidden = !text;
    // Said again, it would be read out again.
    if (this.#spoken.data !== text) this.#spoken.data = text;
    this.#retry.textContent = retryAt ? ` Next try at ${retryAt.toLocaleTimeString()}.` : '';
    // While it has the focus it stays, until the dashboard takes that over.
    this.#reload.hidden = isLoading ? !this.#root.activeElement : !text || !mayReload;
  }

  /** The dashboard's own background, so that nothing flashes before and after it. */
  paint(isDark: boolean, background: string | null): void {
    this.#backdrop.className = isDark ? 'dark' : '';
    this.#backdrop.style.backgroundColor = '';
    this.#backdrop.style.backgroundColor = background?.replace('$', '#') ?? '';
  }
}

/** What is said where no dashboard is on screen or on its way. */
function toText(status: DashboardStatus, error: DashboardError | null): string {
  if (status === 'expired') return 'This dashboard has expired.';
  if (status === 'logged-out') return 'You are signed out.';
  return status === 'failed' ? error!.message : '';
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  part?: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (part) element.part.value = part;
  return element;
}
