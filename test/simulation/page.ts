import type { World } from './world.ts';

/** As much of an event target as is needed, and to see whether somebody still listens. */
class Target {
  readonly #listeners = new Map<string, Set<(event: Event) => void>>();

  get listeners(): number {
    return [...this.#listeners.values()].reduce((count, { size }) => count + size, 0);
  }

  addEventListener(type: string, listener: (event: Event) => void): void {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener));
  }

  removeEventListener(type: string, listener: (event: Event) => void): void {
    this.#listeners.get(type)?.delete(listener);
  }

  dispatchEvent(event: Event): void {
    for (const listener of this.#listeners.get(event.type) ?? []) listener(event);
  }
}

/** As much of an `<iframe>` as the element touches. */
class Frame extends Target {
  readonly part = { add(): void {} };
  src = '';
  inert = false;
  /** Whether somebody has worked in it. */
  isTouched = false;
  /** Whether it will load. */
  isComing = false;
  /** Its data are not older. */
  beganAt = NaN;
  readonly #page: Page;

  constructor(page: Page) {
    super();
    this.#page = page;
  }

  focus(): void {
    this.#page.activeElement = this;
    this.isTouched = true;
  }

  /** No frame fills the screen. */
  matches(selector: string): boolean {
    return selector === ':hover' && this.#page.isPointed;
  }

  remove(): void {
    const { frames } = this.#page;
    frames.splice(frames.indexOf(this), 1);
    if (this.#page.activeElement === this) this.#page.activeElement = null;
  }
}

/** A page with one dashboard on it: as much of the DOM as its life touches. */
export class Page {
  hidden = false;
  /** Whether the pointer is over the dashboard. */
  isPointed = false;
  activeElement: Frame | null = null;
  /** Oldest first. */
  readonly frames: Frame[] = [];
  /** Whether anything will come of a frame that begins to load. */
  onFrame: (load: () => void) => boolean = () => true;
  readonly host = Object.assign(new Target(), { getClientRects: () => [] });

  /** What the element's life needs of its shadow root. */
  readonly root = {
    host: this.host,
    querySelector: () => null,
    querySelectorAll: () => [...this.frames],
    append: (frame: Frame) => {
      this.frames.push(frame);
      frame.beganAt = Date.now();
      frame.isComing = this.onFrame(() => frame.dispatchEvent(new Event('load')));
    },
  } as never as ShadowRoot;
  readonly #window = new Target();
  readonly #document = new Target();

  constructor() {
    Object.defineProperty(this.root, 'activeElement', { get: () => this.activeElement });
    Object.defineProperties(this.#document, {
      hidden: { get: () => this.hidden },
      createElement: { value: () => new Frame(this) },
    });
  }

  /** The address of the frame that can be seen. */
  get shown(): string | undefined {
    return this.#shown?.src;
  }

  /** The time that its data are not older than. */
  get dataFrom(): number | undefined {
    return this.#shown?.beganAt;
  }

  /** That of the one behind it, where that loads. */
  get coming(): string | undefined {
    const frame = this.frames.at(-1);
    return frame?.isComing ? frame.src : undefined;
  }

  /** Whether a swap would disturb somebody. */
  get isBusy(): boolean {
    const frame = this.#shown;
    return frame !== undefined && !this.hidden && (this.isPointed || frame.isTouched);
  }

  get #shown(): Frame | undefined {
    return this.frames.findLast(({ inert }) => !inert);
  }

  get listeners(): number {
    return this.#window.listeners + this.#document.listeners;
  }

  /** Somebody goes on in the frame. */
  work(): void {
    this.activeElement = this.#shown ?? null;
    if (this.activeElement) this.activeElement.isTouched = true;
    this.tell('blur');
  }

  /** And comes back from it. */
  rest(): void {
    if (!this.activeElement) return;
    this.activeElement = null;
    this.tell('focus');
  }

  hide(): void {
    this.hidden = true;
    this.tell('visibilitychange');
  }

  show(): void {
    this.hidden = false;
    this.tell('visibilitychange');
    this.tell('focus');
  }

  /** The browser tells the page: an event of the document, or of the window. */
  tell(type: string): void {
    const isOfDocument = type === 'visibilitychange' || type === 'resume';
    (isOfDocument ? this.#document : this.#window).dispatchEvent(new Event(type));
  }

  /** Makes this page and its world the ones that the element finds; gives them back as they were. */
  install(world: World): () => void {
    const undo = [
      replace(globalThis, 'document', this.#document),
      replace(globalThis, 'window', this.#window),
      replace(globalThis, 'setTimeout', (run: () => void, ms?: number) => world.setTimer(run, ms)),
      replace(globalThis, 'clearTimeout', (id?: number) => world.clearTimer(id)),
      replace(globalThis, 'navigator', { onLine: true }),
      replace(globalThis, 'location', { origin: '' }),
      replace(performance, 'now', () => world.monotonicAt),
      replace(Date, 'now', () => world.at),
      replace(Math, 'random', world.random),
    ];
    return () => undo.forEach((restore) => restore());
  }
}

function replace(owner: object, name: string, value: unknown): () => void {
  const own = Object.getOwnPropertyDescriptor(owner, name);
  Object.defineProperty(owner, name, { configurable: true, writable: true, value });
  return () => {
    if (own) Object.defineProperty(owner, name, own);
    else Reflect.deleteProperty(owner, name);
  };
}
