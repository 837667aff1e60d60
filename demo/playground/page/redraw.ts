import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** The interval between two updates. It is longer for readers who prefer reduced motion. */
const REDRAW_MS = matchMedia('(prefers-reduced-motion: reduce)').matches ? 5000 : 250;

/** Updates its host at regular intervals, except while the page is hidden. */
export class Redraw implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  hostConnected(): void {
    this.#timer = setInterval(() => {
      if (!document.hidden) this.#host.requestUpdate();
    }, REDRAW_MS);
  }

  hostDisconnected(): void {
    clearInterval(this.#timer);
  }
}
