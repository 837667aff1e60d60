import type { DashboardError } from '../protocol/dashboard-error.ts';
import { isWatching, now, unwatch, watch, type Tick } from './page-clock.ts';
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

/** The area behind the frame: the dashboard's background and, without a frame, a message. */
export class StatusPanel {
  readonly #root: ShadowRoot;
  readonly #onReload: () => void;
  readonly #backdrop = create('div', 'backdrop');
  readonly #message = create('div', 'message');
  readonly #slot = create('slot');
  /** Made with the first status that shows it. */
  #indicator: Indicator | null = null;
  #words: Words | null = null;
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
    this.#view = view;
    const text = toMessage(view);
    const isLoading = status === 'loading';
    this.#message.hidden = false;
    this.#message.lang = texts.lang;
    this.#slot.name = text ? status : 'loading';
    if (isLoading) this.#indicator ??= createIndicator(this.#slot);
    if (text) this.#words ??= createWords(this.#slot, this.#onReload);
    if (this.#indicator) showIndicator(this.#indicator, isLoading, texts);
    // The button keeps the focus while the dashboard loads, and then passes it on.
    const keepsButton = isLoading && this.#root.activeElement !== null;
    if (this.#words) showWords(this.#words, view, text, keepsButton);
    if (text && error?.retryAt) watch(this.#countDown);
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
    if (!isWatching(this.#countDown)) return;
    unwatch(this.#countDown);
    this.#words!.retry.textContent = '';
  }

  /** Shows the seconds until the next attempt. */
  readonly #countDown: Tick = () => {
    const { error, texts } = this.#view!;
    const leftMs = Math.max(0, error!.retryAt!.getTime() - Date.now());
    const text = leftMs ? toRetryText(texts, Math.ceil(leftMs / 1000)) : '';
    this.#words!.retry.textContent = text;
    return [leftMs ? now() + (leftMs % 1000 || 1000) : undefined];
  };
}

/** The parts of a panel while a dashboard loads. */
interface Indicator {
  readonly busy: HTMLElement;
  /** Its style shows it only after three seconds. */
  readonly slow: HTMLElement;
}

function createIndicator(slot: HTMLElement): Indicator {
  const [busy, slow] = [create('progress'), create('p')];
  slow.className = 'slow';
  // The language may run in the other direction than the page.
  slow.dir = 'auto';
  slot.prepend(busy, slow);
  return { busy, slow };
}

function showIndicator({ busy, slow }: Indicator, isLoading: boolean, texts: ReaderTexts): void {
  busy.hidden = slow.hidden = !isLoading;
  busy.ariaLabel = texts.loading;
  write(slow, texts.loading);
}

/** The parts of a message. */
interface Words {
  readonly text: HTMLElement;
  readonly spoken: Text;
  /** Hidden from screen readers, which would read the whole message again every second. */
  readonly retry: HTMLElement;
  readonly reload: HTMLElement;
  readonly login: HTMLAnchorElement;
}

function createWords(slot: HTMLElement, onReload: () => void): Words {
  const [text, spoken, retry] = [create('p'), new Text(), create('span')];
  const [reload, login] = [create('button', 'reload'), create('a', 'login')];
  text.dir = 'auto';
  retry.ariaHidden = 'true';
  text.append(spoken, ' ', retry);
  reload.addEventListener('click', onReload);
  slot.append(text, reload, login);
  return { text, spoken, retry, reload, login };
}

function showWords(
  { text: paragraph, spoken, reload, login }: Words,
  { status, mayReload, loginUrl, texts }: PanelView,
  text: string,
  keepsButton: boolean,
): void {
  const isLogin = status === 'logged-out' && loginUrl !== null;
  paragraph.hidden = !text;
  write(spoken, text);
  reload.hidden = !(keepsButton || (text && mayReload && !isLogin));
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
