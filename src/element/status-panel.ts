import { now, unwatch, watch, type Tick } from './page-clock.ts';
import { toMessage, toRetryText, type MessageSubject, type ReaderTexts } from './reader-texts.ts';

/** The content of the panel. */
export interface PanelView extends MessageSubject {
  /** Whether `reload()` may help the reader. */
  readonly mayReload: boolean;
  /** The page where readers sign in. */
  readonly loginUrl: string | null;
  readonly texts: ReaderTexts;
}

/** The parts of the panel that only a text needs. */
interface Parts {
  readonly text: HTMLElement;
  /** Hidden from screen readers, which would read the whole message again every second. */
  readonly retry: HTMLElement;
  readonly reload: HTMLElement;
  readonly login: HTMLAnchorElement;
}

/** Readers do not notice that a dashboard loads for this time, in milliseconds. */
const SLOW_MS = 3000;

/** The area behind the frame: the dashboard's background and, without a frame, a message. */
export class StatusPanel {
  readonly #root: ShadowRoot;
  readonly #read: () => PanelView;
  readonly #onReload: () => void;
  readonly #backdrop = create('div', 'backdrop');
  readonly #message = create('div', 'message');
  readonly #slot = create('slot');
  readonly #busy = create('progress');
  /** Made with the first text. */
  #parts: Parts | null = null;
  /** The time from which the panel says that the dashboard loads. */
  #slowAt = Infinity;

  /** `read` returns the current content. */
  constructor(root: ShadowRoot, read: () => PanelView, onReload: () => void) {
    this.#root = root;
    this.#read = read;
    this.#onReload = onReload;
    // A live region: screen readers read out what changes in it.
    this.#message.role = 'status';
    this.#slot.append(this.#busy);
    this.#message.append(this.#slot);
    this.#backdrop.append(this.#message);
    // Insert the panel behind a frame that came with the page.
    root.prepend(this.#backdrop);
  }

  /** Hides the message: a dashboard is on screen, or the element is off the page. */
  hide(): void {
    this.#message.hidden = true;
    this.#slowAt = Infinity;
    unwatch(this.#draw);
  }

  /** Shows the current content. While that depends on the time, the clock draws it again. */
  show(): void {
    const { status, error } = this.#read();
    this.#message.hidden = false;
    if (status === 'loading' || error?.retryAt) return watch(this.#draw);
    unwatch(this.#draw);
    this.#draw(now());
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

  readonly #draw: Tick = (at) => {
    const view = this.#read();
    const { status, error, texts } = view;
    const isLoading = status === 'loading';
    this.#slowAt = isLoading ? Math.min(this.#slowAt, at + SLOW_MS) : Infinity;
    const text = toMessage(view, at >= this.#slowAt);
    const leftMs = isLoading ? 0 : Math.max(0, Number(error?.retryAt) - Date.now());
    this.#message.lang = texts.lang;
    this.#slot.name = text ? status : 'loading';
    this.#busy.hidden = !isLoading;
    this.#busy.ariaLabel = texts.loading;
    if (text) this.#parts ??= createParts(this.#slot, this.#onReload);
    // The button keeps the focus while the dashboard loads, and then passes it on.
    const keepsButton = isLoading && this.#root.activeElement !== null;
    if (this.#parts) fill(this.#parts, view, { text, leftMs, keepsButton });
    return [this.#slowAt, leftMs ? at + (leftMs % 1000 || 1000) : undefined];
  };
}

function createParts(slot: HTMLElement, onReload: () => void): Parts {
  const [paragraph, text, retry] = [create('p'), create('span'), create('span')];
  const [reload, login] = [create('button', 'reload'), create('a', 'login')];
  // The language may run in the other direction than the page.
  paragraph.dir = 'auto';
  retry.ariaHidden = 'true';
  paragraph.append(text, ' ', retry);
  reload.addEventListener('click', onReload);
  slot.append(paragraph, reload, login);
  return { text, retry, reload, login };
}

function fill(
  { text, retry, reload, login }: Parts,
  { status, mayReload, loginUrl, texts }: PanelView,
  content: { readonly text: string; readonly leftMs: number; readonly keepsButton: boolean },
): void {
  const isLogin = status === 'logged-out' && loginUrl !== null;
  const isReload = status !== 'loading' && content.text && mayReload && !isLogin;
  write(text, content.text);
  write(retry, content.leftMs ? toRetryText(texts, Math.ceil(content.leftMs / 1000)) : '');
  write(reload, texts.reload);
  write(login, texts.login);
  reload.hidden = !isReload && !content.keepsButton;
  login.hidden = !isLogin;
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
