import type { World } from './world.ts';

/** The necessary part of an event target, with a count of its listeners. */
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

/** The part of an `<iframe>` that the element uses. */
class Frame extends Target {
  readonly part = { add(): void {} };
  readonly dataset: Record<string, string> = {};
  src = '';
  inert = false;
  /** Whether the user has worked in it. */
  isTouched = false;
  /** Whether it will load. */
  isComing = false;
  /** The instant at which it began to load. Its data are not older. */
  beganAt = NaN;
  readonly #page: Page;

  constructor(page: Page) {
    super();
    this.#page = page;
  }

  get token(): string {
    return this.src.split('/Tdb/')[1]!;
  }

  focus(): void {
    this.#page.activeElement = this;
    this.isTouched = true;
  }

  /** Knows the selector `:hover` only: no frame is fullscreen. */
  matches(selector: string): boolean {
    return selector === ':hover' && this.#page.isPointed;
  }

  remove(): void {
    const { frames } = this.#page;
    frames.splice(frames.indexOf(this), 1);
    if (this.#page.activeElement === this) this.#page.activeElement = null;
  }
}

/** A page with one dashboard: the part of the DOM that `DashboardLife` uses. */
export class Page {
  hidden = false;
  /** Whether the pointer is over the dashboard. */
  isPointed = false;
  activeElement: Frame | null = null;
  /** Oldest first. */
  readonly frames: Frame[] = [];
  /** Called when a frame begins to load. Returns whether the frame will load. */
  onFrame: (load: () => void) => boolean = () => true;
  readonly host = Object.assign(new Target(), { getClientRects: () => [] });

  /** The part of the element's shadow root that `DashboardLife` uses. */
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

  /** The token of the visible frame. */
  get shown(): string | undefined {
    return this.#shown?.token;
  }

  /** The instant at which the visible frame began to load. Its data are not older. */
  get dataFrom(): number | undefined {
    return this.#shown?.beganAt;
  }

  /** The token of the newest frame, if that frame will load. */
  get coming(): string | undefined {
    const frame = this.frames.at(-1);
    return frame?.isComing ? frame.token : undefined;
  }

  /** Whether a swap would disturb the user. */
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

  /** The user starts to work in the frame. */
  work(): void {
    this.activeElement = this.#shown ?? null;
    if (this.activeElement) this.activeElement.isTouched = true;
    this.tell('blur');
  }

  /** The user returns from the frame to the page. */
  rest(): void {
    if (!this.activeElement) return;
    this.activeElement = null;
    this.tell('focus');
  }

  /** The pointer leaves the dashboard. */
  leave(): void {
    for (const frame of this.frames) frame.dispatchEvent(new Event('pointerout'));
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

  /** Dispatches an event of the browser on the document or on the window. */
  tell(type: string): void {
    const isOfDocument = type === 'visibilitychange' || type === 'resume';
    (isOfDocument ? this.#document : this.#window).dispatchEvent(new Event(type));
  }

  /** Replaces the globals that the element uses by this page and its world. Returns a function that restores them. */
  install(world: World): () => void {
    const undo = [
      replace(globalThis, 'document', this.#document),
      replace(globalThis, 'window', this.#window),
      replace(globalThis, 'setTimeout', (run: () => void, ms?: number) => world.setTimer(run, ms)),
      replace(globalThis, 'clearTimeout', (id?: number) => world.clearTimer(id)),
      replace(globalThis, 'navigator', { onLine: true }),
      replace(globalThis, 'location', { origin: '', pathname: '' }),
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
