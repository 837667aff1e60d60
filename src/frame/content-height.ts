import { Limit } from './limit.ts';

/** Changes of a page's height that nobody sees. */
const LEAST_CHANGE_PX = 2;
/** The page may answer a change of the element's size with another height. */
const HOLD_MS = 50;
/** More turns than this within two seconds come from a page whose height depends on its frame's. */
const MOST_TURNS = 4;
const LOOP_MS = 2000;

/** The automatic height of an element with `sizing="content"`. Any height of the page's CSS wins. */
export class ContentHeight {
  readonly #element: HTMLElement;
  readonly #observer = new ResizeObserver(() => this.#onResize());
  /** The last height that each conversation has reported, in CSS pixels. */
  readonly #reported = new WeakMap<object, number>();
  readonly #turns = new Limit(MOST_TURNS, LOOP_MS);
  /** The conversation of the frame on screen. */
  #owner: object | null = null;
  #sheet: CSSStyleSheet | null = null;
  /** The height of the element; 0 for its default height. */
  #height = 0;
  /** Runs while heights are held back. */
  #timer = 0;
  #trend: 'grows' | 'shrinks' | 'frozen' | null = null;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** Records the height of a page, in CSS pixels; `undefined` if its document is gone. */
  report(owner: object, height?: number): void {
    if (height) this.#reported.set(owner, height);
    else this.#reported.delete(owner);
  }

  /** Shows the height of the page in the frame on screen, if it has reported one. */
  show(owner: object): void {
    if (!this.#reported.has(owner)) return;
    if (owner !== this.#owner) {
      this.#owner = owner;
      this.#trend = null;
      this.#turns.reset();
      this.#observer.observe(this.#element);
    }
    if (!this.#timer) this.#apply();
  }

  /** Returns to the default height when the frame of `owner` is gone. */
  release(owner: object): void {
    if (owner !== this.#owner) return;
    this.#observer.disconnect();
    this.#stopTimer();
    this.#owner = null;
    this.#height = 0;
    this.#sheet?.replaceSync('');
  }

  #onResize(): void {
    this.#stopTimer();
    this.#timer = window.setTimeout(() => {
      this.#timer = 0;
      this.#apply();
    }, HOLD_MS);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
  }

  #apply(): void {
    const height = this.#reported.get(this.#owner!) ?? this.#height;
    const change = height - this.#height;
    if (this.#trend === 'frozen' || Math.abs(change) < LEAST_CHANGE_PX) return;
    const trend = change > 0 ? 'grows' : 'shrinks';
    const isTurn = this.#trend !== null && trend !== this.#trend;
    this.#trend = isTurn && !this.#turns.allows() ? 'frozen' : trend;
    if (this.#trend === 'frozen') {
      console.warn(
        `<embedded-dashboard>: A dashboard's height follows that of its frame. It stays at ${this.#height} px.`,
      );
    } else this.#write(height);
  }

  /** Writes the defaults of the element's own style sheet again, which any rule of the page overrides. */
  #write(height: number): void {
    const { adoptedStyleSheets } = this.#element.shadowRoot!;
    this.#height = height;
    // An element in another document has lost its sheets.
    if (!this.#sheet || !adoptedStyleSheets.includes(this.#sheet)) {
      this.#sheet = new this.#element.ownerDocument.defaultView!.CSSStyleSheet();
      adoptedStyleSheets.push(this.#sheet);
    }
    this.#sheet.replaceSync(`:host, :host::before { height: ${height}px }`);
  }
}
