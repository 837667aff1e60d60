import type { DashboardError } from '../protocol/dashboard-error.ts';
import { now, unwatch, watch, type Tick } from './page-clock.ts';
import { toMessage, toRetryText, type ReaderTexts } from './reader-texts.ts';
import type { DashboardStatus } from './status.ts';

/** The content of the panel. */
export interface PanelView {
  readonly status: DashboardStatus;
  /** The error of the last attempt. */
  readonly error: DashboardError | null;
  /** Whether the reader has made a choice on the page. */
  readonly hasChoice: boolean;
  /** Whether the reader may load the dashboard again. */
  readonly mayReload: boolean;
  /** The page where readers sign in. */
  readonly loginUrl: string | null;
  readonly texts: ReaderTexts;
}

/** The parts of the panel's content. */
interface Parts {
  readonly busy: HTMLElement;
  readonly paragraph: HTMLElement;
  readonly text: Text;
  /** Hidden from screen readers, which would read the whole message again every second. */
  readonly retry: HTMLElement;
  readonly reload: HTMLElement;
  readonly login: HTMLAnchorElement;
}

/** The area behind the frame: the dashboard's background and, without a frame, a message. */
export class StatusPanel {
  readonly #root: ShadowRoot;
  readonly #onReload: () => void;
  readonly #backdrop = create('div', 'backdrop');
  readonly #message = create('div', 'message');
  readonly #slot = create('slot');
  /** Made with the first text. */
  #parts: Parts | null = null;
  #view: PanelView | null = null;

  constructor(root: ShadowRoot, onReload: () => void) {
    this.#root = root;
    this.#onReload = onReload;
    // A live region: screen readers read out what changes in it.
    this.#message.role = 'status';
    this.#message.append(this.#slot);
    this.#backdrop.append(this.#message);
    // Insert the panel behind a frame that came with the page.
    root.prepend(this.#backdrop);
  }

  /** Hides the message: a dashboard is on screen. */
  hide(): void {
    this.#message.hidden = true;
    this.#stopCounting();
  }

  show(view: PanelView): void {
    const { status, error, texts } = view;
    const isLoading = status === 'loading';
    const text = toMessage(view);
    this.#view = view;
    this.#message.hidden = false;
    this.#message.lang = texts.lang;
    this.#slot.name = text ? status : 'loading';
    if (text) this.#parts ??= createParts(this.#slot, this.#onReload);
    // The button keeps the focus while the dashboard loads, and then passes it on.
    const keepsButton = isLoading && this.#root.activeElement !== null;
    if (this.#parts) fill(this.#parts, view, text, keepsButton);
    if (!isLoading && error?.retryAt) watch(this.#countDown);
    else this.#stopCounting();
  }

  /** Paints the dashboard's own background, so that nothing flashes before and after it. */
  paint(isDark: boolean, background: string | null): void {
    this.#backdrop.className = isDark ? 'dark' : '';
    const { style } = this.#backdrop;
    style.backgroundColor = '';
    style.backgroundColor = background?.replace('$', '#') ?? '';
    // The text's color follows from it.
    style.setProperty('--background', style.backgroundColor);
  }

  #stopCounting(): void {
    unwatch(this.#countDown);
    if (this.#parts) this.#parts.retry.textContent = '';
  }

  /** Shows the seconds until the next attempt. */
  readonly #countDown: Tick = () => {
    const { error, texts } = this.#view!;
    const leftMs = Math.max(0, error!.retryAt!.getTime() - Date.now());
    const text = leftMs ? toRetryText(texts, Math.ceil(leftMs / 1000)) : '';
    this.#parts!.retry.textContent = text;
    return [leftMs ? now() + (leftMs % 1000 || 1000) : undefined];
  };
}

function createParts(slot: HTMLElement, onReload: () => void): Parts {
  const [busy, paragraph, text, retry] = [
    create('progress'),
    create('p'),
    new Text(),
    create('span'),
  ];
  const [reload, login] = [create('button', 'reload'), create('a', 'login')];
  // The language may run in the other direction than the page.
  paragraph.dir = 'auto';
  retry.ariaHidden = 'true';
  paragraph.append(text, ' ', retry);
  reload.addEventListener('click', onReload);
  slot.append(busy, paragraph, reload, login);
  return { busy, paragraph, text, retry, reload, login };
}

function fill(
  { busy, paragraph, text, reload, login }: Parts,
  { status, mayReload, loginUrl, texts }: PanelView,
  message: string,
  keepsButton: boolean,
): void {
  const isLoading = status === 'loading';
  const isLogin = status === 'logged-out' && loginUrl !== null;
  busy.hidden = !isLoading;
  busy.ariaLabel = texts.loading;
  // The style shows it only after three seconds.
  paragraph.className = isLoading ? 'slow' : '';
  write(text, message);
  reload.hidden = !keepsButton && (isLoading || isLogin || !message || !mayReload);
  write(reload, texts.reload);
  login.hidden = !isLogin;
  write(login, texts.login);
  login.href = loginUrl ?? '';
}

/** Writes a text only if it differs: screen readers would read out the same text again. */
function write(node: Node, text: string): void {
  if (node.textContent !== text) node.textContent = text;
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  part?: string,
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  if (part) element.part.value = part;
  return element;
}
