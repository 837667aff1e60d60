import type { DashboardError } from '../protocol/dashboard-error.ts';
import { isWatching, now, unwatch, watch, type Look } from './page-clock.ts';
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
  readonly #backdrop = create('div', 'backdrop');
  readonly #message = create('div', 'message');
  readonly #slot = create('slot');
  readonly #busy = create('progress');
  readonly #text = create('p');
  /** Its style shows it only after three seconds. */
  readonly #slow = create('p');
  readonly #spoken = new Text();
  /** Hidden from screen readers, which would read the whole message again every second. */
  readonly #retry = create('span');
  readonly #reload = create('button', 'reload');
  readonly #login = create('a', 'login');
  #view: PanelView | null = null;

  constructor(root: ShadowRoot, onReload: () => void) {
    this.#root = root;
    // A live region: screen readers read out what changes in it.
    this.#message.role = 'status';
    this.#retry.ariaHidden = 'true';
    this.#reload.addEventListener('click', onReload);
    this.#text.append(this.#spoken, ' ', this.#retry);
    this.#slow.className = 'slow';
    // The language may run in the other direction than the page.
    this.#slow.dir = this.#text.dir = 'auto';
    this.#slot.append(this.#busy, this.#slow, this.#text, this.#reload, this.#login);
    this.#message.append(this.#slot);
    this.#backdrop.append(this.#message);
    // Insert the panel behind a frame that came with the page.
    root.prepend(this.#backdrop);
  }

  show(view: PanelView): void {
    const { status, error, hasChoice, mayReload, loginUrl, texts } = view;
    this.#view = view;
    const text = toMessage(texts, { status, error, hasChoice });
    const isLoading = status === 'loading';
    const isLogin = status === 'logged-out' && loginUrl !== null;
    this.#message.hidden = status === 'ready' || status === 'refreshing';
    this.#message.lang = texts.lang;
    this.#slot.name = text ? status : 'loading';
    this.#busy.hidden = this.#slow.hidden = !isLoading;
    this.#busy.ariaLabel = texts.loading;
    this.#text.hidden = !text;
    write(this.#slow, texts.loading);
    write(this.#spoken, text);
    // The button keeps the focus while the dashboard loads, and then passes it on.
    this.#reload.hidden = isLoading ? !this.#root.activeElement : !text || !mayReload || isLogin;
    write(this.#reload, texts.reload);
    this.#login.hidden = !isLogin;
    write(this.#login, texts.login);
    this.#login.href = loginUrl ?? '';
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
    if (isWatching(this.#countDown)) unwatch(this.#countDown);
    this.#retry.textContent = '';
  }

  /** Shows the seconds until the next attempt. */
  readonly #countDown: Look = () => {
    const { error, texts } = this.#view!;
    const leftMs = Math.max(0, error!.retryAt!.getTime() - Date.now());
    this.#retry.textContent = leftMs ? toRetryText(texts, Math.ceil(leftMs / 1000)) : '';
    return [leftMs ? now() + (leftMs % 1000 || 1000) : undefined];
  };
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
