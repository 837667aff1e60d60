import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { DashboardStatus } from './status.ts';

/** The area behind the frame: the dashboard's background and, without a frame, a message. */
export class StatusPanel {
  readonly #root: ShadowRoot;
  readonly #onReload: () => void;
  readonly #backdrop = create('div', 'backdrop');
  readonly #message = create('div', 'message');
  readonly #slot = create('slot');
  readonly #busy = create('progress');
  /** Made when there is something to say for the first time, which most elements never have. */
  #notice: Notice | null = null;

  constructor(root: ShadowRoot, onReload: () => void) {
    this.#root = root;
    this.#onReload = onReload;
    this.#busy.ariaLabel = 'Loading';
    this.#slot.append(this.#busy);
    // A live region: screen readers read out what changes in it.
    this.#message.role = 'status';
    this.#message.append(this.#slot);
    this.#backdrop.append(this.#message);
    // Behind a frame that came with the page.
    root.prepend(this.#backdrop);
  }

  show(status: DashboardStatus, error: DashboardError | null, mayReload: boolean): void {
    const text = toText(status, error);
    const isLoading = status === 'loading';
    this.#message.hidden = status === 'ready' || status === 'refreshing';
    this.#slot.name = text ? status : 'loading';
    this.#busy.hidden = !isLoading;
    if (text) this.#notice ??= new Notice(this.#slot, this.#onReload);
    // The button keeps the focus while the dashboard loads, and then passes it on.
    const hasButton = isLoading ? this.#root.activeElement !== null : text !== '' && mayReload;
    this.#notice?.show(text, (text && error?.retryAt) || null, hasButton);
  }

  /** Paints the dashboard's own background, so that nothing flashes before and after it. */
  paint(isDark: boolean, background: string | null): void {
    this.#backdrop.className = isDark ? 'dark' : '';
    this.#backdrop.style.backgroundColor = '';
    this.#backdrop.style.backgroundColor = background?.replace('$', '#') ?? '';
  }
}

/** A message and a button below it. */
class Notice {
  readonly #text = create('p');
  readonly #spoken = new Text();
  /** Not for screen readers, which would read the whole message again at each try. */
  readonly #retry = create('span');
  readonly #reload = create('button', 'reload');

  constructor(parent: Element, onReload: () => void) {
    this.#reload.textContent = 'Reload';
    this.#reload.addEventListener('click', onReload);
    this.#retry.ariaHidden = 'true';
    this.#text.append(this.#spoken, this.#retry);
    parent.append(this.#text, this.#reload);
  }

  show(text: string, retryAt: Date | null, hasButton: boolean): void {
    this.#text.hidden = !text;
    // Screen readers would read out the same text again.
    if (this.#spoken.data !== text) this.#spoken.data = text;
    this.#retry.textContent = retryAt ? ` Next try at ${retryAt.toLocaleTimeString()}.` : '';
    this.#reload.hidden = !hasButton;
  }
}

/** The message of a status without a dashboard; empty if there is nothing to say. */
function toText(status: DashboardStatus, error: DashboardError | null): string {
  switch (status) {
    case 'expired':
      return 'This dashboard has expired.';
    case 'logged-out':
      return 'You are signed out.';
    case 'failed':
      return error!.message;
    case 'idle':
    case 'loading':
    case 'ready':
    case 'refreshing':
      return '';
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
