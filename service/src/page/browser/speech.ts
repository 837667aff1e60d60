import { greet, type Greeted, type Refusal } from 'embedded-dashboard/page';
import { applyStateText, type ReaderSettings, toStateText } from './reader-state.ts';

/** The shortest time between two reports of a scroll position. */
const SCROLL_PAUSE_MS = 100;
/** The shortest time between two reports of a choice: the element takes two a second. */
const CHOICE_PAUSE_MS = 600;
/** Browsers draw no frame that nobody can see. */
const PAINT_TIMEOUT_MS = 250;

/** Reports the page to the `<embedded-dashboard>` around it. Without one, nothing happens. */
export class Speech {
  readonly #settings: ReaderSettings;
  readonly #element: Greeted;
  #scrollTimer = 0;
  #choiceTimer = 0;
  #choiceAt = -Infinity;
  #isPressed = false;
  #isPrinting = false;
  #isBusy = false;
  #isRefused = false;

  /** `settings` may be filled until the script ends. */
  constructor(settings: ReaderSettings) {
    this.#settings = settings;
    this.#element = greet({ onState: (text) => applyStateText(settings, text) });
  }

  /** Reports everything that happens to the page from now on, and when it is drawn. */
  start(drawn: Promise<void>): void {
    const { body } = document;
    // The element ignores changes below 2 px. Without one more, growth by a pixel would leave a scroll bar.
    const reportHeight = (): void =>
      this.#element.height(Math.ceil(body.getBoundingClientRect().height) + 1);
    // Unlike that of the document, the height of the body does not depend on that of the frame.
    new ResizeObserver(reportHeight).observe(body);
    reportHeight();
    // Scrolling inside a tile does not bubble.
    addEventListener('scroll', () => this.#onScroll(), { capture: true, passive: true });
    this.#watchWork();
    void drawn.then(() => this.#afterPaint(() => this.#isRefused || this.#element.ready()));
  }

  /** Reports what the reader has set. */
  readonly reportState = (): void => this.#element.state(toStateText(this.#settings));

  /** Reports a choice of the reader, with all choices in the filters. Of quick choices, the last one is reported. */
  select(parameters: Record<string, string | number | boolean>, label: string): void {
    clearTimeout(this.#choiceTimer);
    const report = (): void => {
      this.#choiceAt = performance.now();
      this.#element.select(parameters, label, this.#toFilters());
    };
    const pauseMs = this.#choiceAt + CHOICE_PAUSE_MS - performance.now();
    if (pauseMs > 0) this.#choiceTimer = window.setTimeout(report, pauseMs);
    else report();
  }

  #toFilters(): Record<string, string | string[]> {
    const values = Object.entries(this.#settings.filters?.values ?? {});
    return Object.fromEntries(values.map(([name, all]) => [name, all.length > 1 ? all : all[0]!]));
  }

  /** Reports whether a person works in the page, if that has changed. */
  readonly reportWork = (): void => {
    const isSelecting = getSelection()?.isCollapsed === false;
    const hasDialog = document.querySelector('dialog[open]') !== null;
    const isBusy = this.#isPressed || this.#isPrinting || isSelecting || hasDialog;
    if (isBusy !== this.#isBusy) this.#element.busy(isBusy);
    this.#isBusy = isBusy;
  };

  /** Reports that the page shows a refusal now. */
  refuse(reason: string): void {
    this.#isRefused = true;
    // A dialog has closed with the dashboard.
    this.reportWork();
    this.#element.refused(reason as Refusal);
  }

  #onScroll(): void {
    if (this.#scrollTimer) return;
    this.#scrollTimer = window.setTimeout(() => {
      this.#scrollTimer = 0;
      this.reportState();
    }, SCROLL_PAUSE_MS);
  }

  /** A new page would end a selection of text, a drag, a print preview or a dialog. In a field, the frame has the focus. */
  #watchWork(): void {
    for (const type of ['pointerdown', 'pointerup', 'pointercancel'] as const) {
      addEventListener(type, ({ buttons }) => {
        this.#isPressed = buttons > 0;
        this.reportWork();
      });
    }
    for (const type of ['beforeprint', 'afterprint'] as const) {
      addEventListener(type, () => {
        this.#isPrinting = type === 'beforeprint';
        this.reportWork();
      });
    }
    document.addEventListener('selectionchange', () => this.reportWork());
  }

  #afterPaint(call: () => void): void {
    const timer = setTimeout(call, PAINT_TIMEOUT_MS);
    requestAnimationFrame(() => {
      // Animation frames come before the painting.
      setTimeout(() => {
        clearTimeout(timer);
        call();
      });
    });
  }
}
