import { allows } from './limit.ts';

/** Changes of a page's height that nobody sees. */
const LEAST_CHANGE_PX = 2;
/** The page may answer a change of the element's size with another height. */
const HOLD_MS = 50;
/** More alternations within this time come from a page whose height depends on its frame's. */
const LOOP_MS = 2000;
const MOST_TURNS = 4;

/** The automatic height of an element with `sizing="content"`. Any height of the page's CSS wins. */
export class ContentHeight {
  readonly #element: HTMLElement;
  readonly #observer = new ResizeObserver(() => this.#onResize());
  /** The conversation of the frame on screen. */
  #owner: object | null = null;
  #sheet: CSSStyleSheet | null = null;
  #height = 0;
  #wanted = 0;
  /** Runs while heights are held back. */
  #timer = 0;
  #isGrowing = false;
  /** The times at which the height began to shrink or to grow. */
  #turns: number[] = [];
  #isFrozen = false;

  constructor(element: HTMLElement) {
    this.#element = element;
  }

  /** Shows a height that the page in the frame on screen has reported, in CSS pixels. */
  show(owner: object, height: number): void {
    if (owner !== this.#owner) {
      this.#owner = owner;
      this.#isFrozen = false;
      this.#turns = [];
      this.#observer.observe(this.#element);
    }
    this.#wanted = height;
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
    const change = this.#wanted - this.#height;
    if (this.#isFrozen || Math.abs(change) < LEAST_CHANGE_PX) return;
    const isTurn = this.#height && change > 0 !== this.#isGrowing;
    this.#isGrowing = change > 0;
    this.#isFrozen = !!isTurn && !allows(this.#turns, MOST_TURNS, LOOP_MS);
    if (this.#isFrozen) {
      console.warn(
        `<embedded-dashboard>: A dashboard's height follows that of its frame. It stays at ${this.#height} px.`,
      );
    } else this.#write(this.#wanted);
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
