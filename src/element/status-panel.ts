import type { DashboardError } from '../protocol/dashboard-error.ts';
import type { DashboardStatus } from './dashboard-life.ts';

/** What lies behind the frame: the dashboard's background and, without a frame, a message. */
export class StatusPanel {
  readonly backdrop = create('div', 'backdrop');
  readonly #message = create('div', 'message');
  readonly #slot = create('slot');
  readonly #busy = create('progress');
  readonly #text = create('p');
  readonly #reload = create('button', 'reload');

  constructor(onReload: () => void) {
    this.#busy.ariaLabel = 'Loading';
    this.#reload.textContent = 'Reload';
    this.#reload.addEventListener('click', onReload);
    this.#slot.append(this.#busy, this.#text, this.#reload);
    this.#message.role = 'status';
    this.#message.append(this.#slot);
    this.backdrop.append(this.#message);
  }

  show(status: DashboardStatus, error: DashboardError | null, mayReload: boolean): void {
    const text = toText(status, error);
    this.#message.hidden = status === 'ready' || status === 'refreshing';
    this.#slot.name = text ? status : 'loading';
    this.#busy.hidden = status !== 'loading';
    // Said again, it would be read out again.
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#reload.hidden = !text || !mayReload;
  }

  /** The dashboard's own background, so that nothing flashes before and after it. */
  paint(isDark: boolean, background: string | null): void {
    this.backdrop.className = isDark ? 'dark' : '';
    this.backdrop.style.backgroundColor = '';
    this.backdrop.style.backgroundColor = background?.replace('$', '#') ?? '';
  }
}

/** What is said where no dashboard is on screen or on its way. */
function toText(status: DashboardStatus, error: DashboardError | null): string {
  if (status === 'expired') return 'This dashboard has expired.';
  if (status === 'logged-out') return 'You are signed out.';
  if (status !== 'failed') return '';
  const { message, retryAt } = error!;
  return retryAt ? `${message} Next try at ${retryAt.toLocaleTimeString()}.` : message;
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  part?: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (part) element.part.value = part;
  return element;
}
